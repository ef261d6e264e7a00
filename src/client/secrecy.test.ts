import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import {
  failing,
  type ScriptedAnswer,
  type ScriptedServer,
  scriptedServer,
} from '../../tests/support/client/scripted-server.js';
import { type ClientOptions, createClient } from './create-client.js';
import type { Fetch, OutgoingRequest } from './layer.js';
import type { TryReport } from './layers/retry.js';

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

/** As some libraries do. */
const careless: Fetch = async (url, init) => {
  const inner = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', request: { url, init } });
  throw Object.assign(new TypeError('fetch failed', { cause: inner }), { config: init });
};

/** What a call comes to, and everything that hooks were told on its way. */
async function exposed(options: Partial<ClientOptions>): Promise<string> {
  const reports: TryReport[] = [];
  const requests: OutgoingRequest[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey,
    retries: 1,
    pause: async () => {},
    onTry: (report) => reports.push(report),
    layers: [
      (next) => (request) => {
        requests.push(request);
        return next(request);
      },
    ],
    ...options,
  });
  const outcome = await client.providers.list().catch((error: unknown) => error);
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

  describe('over a socket', () => {
    let server: ScriptedServer;
    afterEach(() => server.close());

    it.each<[string, ScriptedAnswer]>([
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
