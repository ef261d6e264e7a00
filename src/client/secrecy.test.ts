import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import {
  failing,
  type ScriptedResponse,
  type ScriptedServer,
  scriptedServer,
} from '../../tests/support/client/scripted-server.js';
import { type ClientOptions, createClient } from './create-client.js';
import type { AttemptEvent } from './transport/retry.js';
import type { Fetch } from './transport/transmit.js';

const apiKey = 'ccc_test_very_secret';

/** Whatever people or programs may read of a value. */
function everythingIn(value: unknown): string {
  const parts = [
    inspect(value, { depth: null, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
  ];
  for (let error = value; error instanceof Error; error = error.cause) {
    parts.push(error.message, error.stack ?? '', JSON.stringify(error, Object.getOwnPropertyNames(error)));
  }
  return parts.join('\n');
}

/** A failure that the service would not send. */
function failed(error: object, headers: Record<string, string> = {}): Response {
  const body = { code: 'AUTHORIZATION_ERROR', message: 'No.', details: null, ...error };
  return Response.json({ success: false, timestamp: '', error: body }, { status: 403, headers });
}

/** As some libraries do. */
const careless: Fetch = async ({ url, headers }) => {
  const init = { headers: Object.fromEntries(headers) };
  const inner = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', request: { url, init } });
  throw Object.assign(new TypeError('fetch failed', { cause: inner }), { config: init });
};

/** What a call comes to, and everything that hooks were told on its way. */
async function exposed(options: Partial<ClientOptions>): Promise<string> {
  const reports: AttemptEvent[] = [];
  const requests: unknown[] = [];
  const record = (request: Request, ...more: unknown[]) =>
    void requests.push(request.url, [...request.headers], ...more);
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey,
    retries: 1,
    sleep: async () => {},
    onAttempt: (report) => reports.push(report),
    middleware: [
      {
        onRequest: ({ request }) => record(request),
        onResponse: ({ request, response }) => record(request, response),
        onError: ({ request, error }) => record(request, error),
      },
    ],
    ...options,
  });
  const outcome = await client.listProviders().catch((error: unknown) => error);
  return [outcome, reports, requests, client].map(everythingIn).join('\n');
}

describe('the API key is in nothing that is told', () => {
  it.each<[string, Partial<ClientOptions>]>([
    ['a success', { fetch: scriptedFetch(success([])) }],
    ['a failure', { fetch: scriptedFetch(failure(404, 'NOT_FOUND')) }],
    ['what is no answer', { fetch: scriptedFetch(new Response('<html>')) }],
    ['a time-out', { fetch: () => new Promise(() => {}), timeoutMs: 1, retries: 0 }],
    ['nobody at that address', {}],
    ['a fetch that hangs its request on its error', { fetch: careless }],
    ['a key that no header can carry', { apiKey: () => `${apiKey}\n` }],
  ])('of %s', async (_, options) => {
    const told = await exposed(options);
    expect(told).not.toContain(apiKey);
    expect(told).toContain('/api/v1/providers');
  });

  const escaped = apiKey.replace('_', '\\u005f');
  it.each<[string, () => Response]>([
    ['the message of a failure', () => failed({ message: `Unknown key ${apiKey}` })],
    ['its code', () => failed({ code: apiKey })],
    ['its details', () => failed({ details: [{ [`key ${apiKey}`]: { given: `Bearer ${apiKey}` } }] })],
    ['its details, percent-encoded', () => failed({ details: encodeURIComponent(`:${apiKey}`) })],
    ['its details, in base64', () => failed({ details: btoa(`user:${apiKey}`) })],
    [
      'its message, escaped',
      () => new Response(`{"error":{"code":"A","message":"${escaped}"}}`, { status: 403 }),
    ],
    ['the id of the exchange', () => failed({}, { 'X-Request-Id': apiKey })],
    ['a success that is not JSON', () => new Response(apiKey)],
    ['a success that is cut', () => new Response(`{"success": true, "data": ["${apiKey}`)],
    ['a failure that is not JSON', () => new Response(apiKey, { status: 500 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: `/?key=${apiKey}` } })],
  ])('when the server repeats it in %s', async (_, respond) => {
    const told = await exposed({ fetch: async () => respond() });
    for (const spelling of [apiKey, escaped, btoa(apiKey).slice(4, 20), apiKey.slice(0, 12)]) {
      expect(told).not.toContain(spelling);
    }
  });

  it('when a fetch repeats it in its error', async () => {
    const fetch: Fetch = async ({ headers }) => {
      throw new TypeError(`cannot send ${JSON.stringify([...headers])}`);
    };
    expect(await exposed({ fetch })).not.toContain(apiKey);
  });

  it('leaves what is left of a message readable', async () => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1:1',
      apiKey,
      fetch: async () =>
        failed({ message: `The key ${apiKey} may not do this.`, details: { key: apiKey, row: 1 } }),
    });
    await expect(client.listProviders()).rejects.toMatchObject({
      status: 403,
      code: 'AUTHORIZATION_ERROR',
      message: 'The key [redacted] may not do this.',
      details: { key: '[redacted]', row: 1 },
    });
  });

  describe('over a socket', () => {
    let server: ScriptedServer;
    afterEach(() => server.close());

    it.each<[string, ScriptedResponse]>([
      ['a failure', failing(403)],
      ['a dropped connection', (response) => response.destroy()],
      ['no HTTP', (response) => response.socket?.end('hello\r\n\r\n')],
      [
        'a cut body',
        (response) => response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy()),
      ],
    ])('of %s', async (_, answer) => {
      server = await scriptedServer(answer, answer);
      const told = await exposed({ baseUrl: server.url });
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
      expect(told).not.toContain(apiKey);
      expect(told).toContain(server.url);
    });
  });
});
