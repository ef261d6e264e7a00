import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import {
  failing,
  type ScriptedResponse,
  scriptedServer,
} from '../../tests/support/client/scripted-server.js';
import { type ClientOptions, createClient } from './create-client.js';
import type { AttemptEvent } from './transport/retry.js';
import type { Fetch } from './transport/transmit.js';

const apiKey = 'ccc_test_very_secret';

/** Everything that people or programs can read from a value. */
function dump(value: unknown): string {
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

/** An error response that the service would not send. */
function errorResponse(error: object, headers: Record<string, string> = {}): Response {
  const body = { code: 'AUTHORIZATION_ERROR', message: 'No.', details: null, ...error };
  return Response.json({ success: false, timestamp: '', error: body }, { status: 403, headers });
}

/** Attaches the request to its error, as some libraries do. */
const careless: Fetch = async ({ url, headers }) => {
  const init = { headers: Object.fromEntries(headers) };
  const inner = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', request: { url, init } });
  throw Object.assign(new TypeError('fetch failed', { cause: inner }), { config: init });
};

/** Returns the outcome of a call and everything that its hooks received. */
async function observe(options: Partial<ClientOptions>): Promise<string> {
  const events: AttemptEvent[] = [];
  const requests: unknown[] = [];
  const record = (request: Request, ...more: unknown[]) =>
    void requests.push(request.url, [...request.headers], ...more);
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey,
    retries: 1,
    sleep: async () => {},
    onAttempt: (event) => events.push(event),
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
  return [outcome, events, requests, client].map(dump).join('\n');
}

describe('the API key is not exposed', () => {
  it.each<[string, Partial<ClientOptions>]>([
    ['a success', { fetch: scriptedFetch(success([])) }],
    ['an error response', { fetch: scriptedFetch(failure(404, 'NOT_FOUND')) }],
    ['a response that is not JSON', { fetch: scriptedFetch(new Response('<html>')) }],
    ['a timeout', { fetch: () => new Promise(() => {}), timeoutMs: 1, retries: 0 }],
    ['a refused connection', {}],
    ['a fetch that attaches the request to its error', { fetch: careless }],
    ['an invalid API key', { apiKey: () => `${apiKey}\n` }],
  ])('after %s', async (_, options) => {
    const observed = await observe(options);
    expect(observed).not.toContain(apiKey);
    expect(observed).toContain('/api/v1/providers');
  });

  const escaped = apiKey.replace('_', '\\u005f');
  it.each(
    Object.entries<() => Response>({
      'the message of an error': () => errorResponse({ message: `Unknown key ${apiKey}` }),
      'the code of an error': () => errorResponse({ code: apiKey }),
      'the details of an error': () =>
        errorResponse({ details: [{ [`key ${apiKey}`]: { given: `Bearer ${apiKey}` } }] }),
      'the details of an error, percent-encoded': () =>
        errorResponse({ details: encodeURIComponent(`:${apiKey}`) }),
      'the details of an error, in base64': () => errorResponse({ details: btoa(`user:${apiKey}`) }),
      'the message of an error, escaped': () =>
        new Response(`{"error":{"code":"A","message":"${escaped}"}}`, { status: 403 }),
      'the request ID': () => errorResponse({}, { 'X-Request-Id': apiKey }),
      'a success that is not JSON': () => new Response(apiKey),
      'a success that is truncated': () => new Response(`{"success": true, "data": ["${apiKey}`),
      'an error that is not JSON': () => new Response(apiKey, { status: 500 }),
      'a redirect': () => new Response(null, { status: 302, headers: { Location: `/?key=${apiKey}` } }),
    }),
  )('when the server includes it in %s', async (_, respond) => {
    const observed = await observe({ fetch: async () => respond() });
    for (const spelling of [apiKey, escaped, btoa(apiKey).slice(4, 20), apiKey.slice(0, 12)]) {
      expect(observed).not.toContain(spelling);
    }
  });

  it('when a fetch includes it in its error', async () => {
    const fetch: Fetch = async ({ headers }) => {
      throw new TypeError(`cannot send ${JSON.stringify([...headers])}`);
    };
    expect(await observe({ fetch })).not.toContain(apiKey);
  });

  it('while the rest of a message is unchanged', async () => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1:1',
      apiKey,
      fetch: async () =>
        errorResponse({ message: `The key ${apiKey} may not do this.`, details: { key: apiKey, row: 1 } }),
    });
    await expect(client.listProviders()).rejects.toMatchObject({
      status: 403,
      code: 'AUTHORIZATION_ERROR',
      serverMessage: 'The key [redacted] may not do this.',
      details: { key: '[redacted]', row: 1 },
    });
  });

  describe('over a socket', () => {
    it.each(
      Object.entries<ScriptedResponse>({
        'an error response': failing(403),
        'a dropped connection': (response) => response.destroy(),
        'a response that is not HTTP': (response) => response.socket?.end('hello\r\n\r\n'),
        'a truncated body': (response) =>
          response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy()),
      }),
    )('after %s', async (_, response) => {
      const server = await scriptedServer(response, response);
      const observed = await observe({ baseUrl: server.url });
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
      expect(observed).not.toContain(apiKey);
      expect(observed).toContain(server.url);
    });
  });
});
