import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toyApi, toyCreation, toyRequest } from '../../../tests/support/engine/toy-api.js';
import type { Api } from '../api.js';
import { NoResponse, type Sender, type WireRequest, type WireResponse } from '../http/send.js';
import { nothingLeft } from './created-endpoints.js';
import { circuitOpen } from './limits/paced-sender.js';
import { Target } from './target.js';

const response = (status: number, body = '{}', headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers,
  body,
});
const success = (data: unknown) => response(200, JSON.stringify({ data }));
const limited = response(429, '{}', { 'retry-after': '0' });
const unavailable = response(503, '{"success":false}');

/** Creates a target with a fake server, and records the requests that it receives. */
function targetOver(
  respond: (request: WireRequest, count: number) => WireResponse | Promise<WireResponse>,
  {
    baseUrl = 'http://127.0.0.1',
    key = 'a_test_key',
    api = toyApi,
    ...options
  }: { baseUrl?: string; key?: string; api?: Api; onWait?: (message: string) => void } = {},
) {
  const requests: WireRequest[] = [];
  const sender: Sender = {
    send: async (request) => respond(request, requests.push(request)),
    close: () => undefined,
  };
  const stop = new AbortController();
  const target = new Target(api, {
    target: baseUrl,
    apiKeys: [key],
    signal: stop.signal,
    sender,
    ...options,
  });
  return { target, requests, stop };
}

const read = () => toyRequest('listItems');
const ofPage = (page: number) => toyRequest('listItems', { query: { page: String(page) } });

test('stops sending to a server that does not respond to every second request', async () => {
  const { target, requests } = targetOver((_, count) => {
    if (count % 2 === 0) throw new NoResponse('silence');
    return success([]);
  });
  for (let count = 0; count < 100; count += 1) await target.send(read(), { again: true });
  expect(requests.length).toBe(60);
  expect(target.exchanges.at(-1)?.failure).toBe(circuitOpen);
});

test('stops sending to a server that a proxy reports as down', async () => {
  const { target, requests } = targetOver(() => response(502, '<html>Bad Gateway</html>'));
  for (let count = 0; count < 10; count += 1)
    await target.send(read(), { again: true, allow5xx: true, attempts: 1 });
  expect(requests).toHaveLength(5);
  expect(target.outage()).toEqual({
    problem: 'stopped responding',
    reason: 'status 502 from a proxy in front of it',
  });
});

test('continues if the server itself responds with 503', async () => {
  const { target, requests } = targetOver(() => unavailable);
  for (let count = 0; count < 10; count += 1)
    await target.send(read(), { again: true, allow5xx: true, attempts: 1 });
  expect(requests).toHaveLength(10);
  expect(target.outage()).toBeUndefined();
});

test('repeats a read that returns 5xx, and records each response', async () => {
  const { target } = targetOver((_, count) => (count <= 2 ? unavailable : success([])));
  expect((await target.send(read())).response?.status).toBe(200);
  expect(target.exchanges.map(({ response }) => response?.status)).toEqual([503, 503, 200]);
});

test('blocks a check with a read that returns 5xx three times', async () => {
  const { target, requests } = targetOver(() => unavailable);
  await expect(target.send(read())).rejects.toMatchObject({
    name: 'Blocked',
    message: 'GET /toy/items returned 503',
    dependsOn: 'errors.requests-never-break-the-server',
  });
  expect(requests).toHaveLength(3);
});

test('repeats no write, and after many futile repetitions no read', async () => {
  const { target, requests } = targetOver(() => unavailable);
  await target.send({ ...read(), method: 'DELETE' }, { allow5xx: true });
  expect(requests).toHaveLength(1);
  for (let count = 0; count < 30; count += 1) await target.send(read(), { again: true, allow5xx: true });
  expect(requests).toHaveLength(1 + 20 * 3 + 10);
});

test('waits for a rate limit as often as it makes progress', async () => {
  const { target, requests } = targetOver((_, count) => (count % 2 === 1 ? limited : success([])));
  for (let count = 0; count < 10; count += 1) await target.send(read(), { again: true });
  expect(requests).toHaveLength(20);
  expect(target.exchanges.every(({ response }) => response?.status === 200)).toBe(true);
});

test('waits three times for a rate limit without progress', async () => {
  const { target, requests } = targetOver(() => limited);
  for (let count = 0; count < 5; count += 1) {
    await expect(target.send(read(), { again: true })).rejects.toThrow(
      'the rate limit of the first API key was reached: try again in a minute',
    );
  }
  expect(requests).toHaveLength(5 + 3);
  expect(target.exchanges.map(({ response }) => response?.status)).toEqual([429, 429, 429, 429, 429]);
});

test('returns a 429 that the caller allows, and sends an equal read again', async () => {
  const { target, requests } = targetOver((_, count) => (count === 1 ? response(429) : success([])));
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    const { response } = await target.send(read(), { allow429: true });
    statuses.push(response?.status);
  }
  expect(statuses).toEqual([429, 200, 200]);
  expect(requests).toHaveLength(2);
});

test('announces a wait for a rate limit once, with the key', async () => {
  const waits: string[] = [];
  const { target } = targetOver(
    async (_, count) => {
      // One request is refused later, so that the wait gets longer.
      if (count === 3) await pause(50);
      return count <= 3 ? response(429, '{}', { 'retry-after': '1' }) : success([]);
    },
    { onWait: (message) => waits.push(message) },
  );
  await Promise.all([1, 2, 3].map((page) => target.send(ofPage(page))));
  expect(waits).toEqual(['waiting 1 s for the rate limit of the first API key (600 requests per minute)']);
});

test('sends no more requests with a key whose rate limit is lower than stated', async () => {
  const refusal = response(429, '{}', { 'x-limit': '20' });
  const statedLimit: Api['statedLimit'] = ({ headers }) => ({
    perMinute: Number(headers['x-limit']),
    text: '',
  });
  const { target, requests } = targetOver((_, count) => (count > 20 ? refusal : success([])), {
    api: { ...toyApi, statedLimit },
  });
  for (let count = 0; count < 20; count += 1) await target.send(read(), { again: true });
  for (let count = 0; count < 3; count += 1) {
    await expect(target.send(read(), { again: true })).rejects.toMatchObject({
      message: 'the rate limit of the first API key was reached, which is lower than stated',
      dependsOn: 'limits.no-429-within-the-limit',
    });
  }
  expect(requests).toHaveLength(21);
});

test('sends the API key, and records a variable in its place', async () => {
  const key = 'ccc_test_0123456789';
  const echo = ({ headers }: WireRequest) =>
    response(200, JSON.stringify({ echo: headers.authorization }), { 'x-echo': key });
  const { target, requests } = targetOver(echo, { key });
  const exchange = await target.send(toyRequest('listItems', { query: { status: key } }));
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(exchange.request.headers.authorization).toBe('Bearer $COST_CONTRACT_API_KEY');
  expect(exchange.response?.json).toEqual({ echo: `Bearer ${key}` });
  expect(exchange.response?.repeatsKey).toBe(true);
});

const manyParts = `[${'[],'.repeat(600_000)}[]]`;

test('stops reading from a server that sends too much, but still removes created endpoints', async () => {
  const { target, requests } = targetOver(({ method }) =>
    method === 'GET' ? response(200, manyParts) : success({ id: 'whe-1' }),
  );
  await target.send(toyCreation());
  for (let count = 0; count < 20; count += 1) await target.send(read(), { again: true });
  expect(target.outage()).toMatchObject({ problem: 'sent too much data' });
  await target.cleanUp();
  expect(target.left()).toEqual(nothingLeft);
  expect(requests.at(-1)?.method).toBe('DELETE');
  expect(target.count('caller')).toBe(requests.length);
});

test('releases the response that exceeds the memory limit, but removes what it created', async () => {
  const items = `[${'[],'.repeat(450_000)}[]]`;
  const { target } = targetOver(() => response(200, `{"data":{"id":"whe-1","items":${items}}}`));
  for (let count = 0; count < 11; count += 1) await target.send(read(), { again: true });
  const creation = await target.send(toyCreation());
  expect(target.exchanges.at(-2)?.response).not.toBeNull();
  expect(creation).toMatchObject({ response: null, failure: circuitOpen });
  expect(target.left().endpoints).toHaveLength(1);
});

test('removes created endpoints after the run was stopped', async () => {
  const { target, requests, stop } = targetOver(() => success({ id: 'whe-1' }));
  await target.send(toyCreation());
  stop.abort();
  await target.cleanUp();
  expect(target.left()).toEqual(nothingLeft);
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', target: '/toy/items/whe-1' });
});

test('lists a remaining endpoint with a command that removes it', async () => {
  const { target } = targetOver(() => success({ id: "whe'1" }));
  await target.send(toyCreation());
  expect(target.left().endpoints.map(({ command }) => command)).toEqual([
    `curl -i -X DELETE -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://127.0.0.1/toy/items/whe'\\''1'`,
  ]);
});

test('sends no requests after the run was stopped', async () => {
  const { target, requests, stop } = targetOver(() => success([]));
  stop.abort();
  const exchange = await target.send(read());
  expect(exchange.failure).toBe('the run was stopped');
  expect(requests).toHaveLength(0);
});
