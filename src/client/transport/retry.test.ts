import { afterEach, expect, it, vi } from 'vitest';
import { failure, scriptedFetch, success } from '../../../tests/support/client/scripted-fetch.js';
import { type AttemptEvent, type RetryOptions, retry } from './retry.js';
import { type Fetch, transmit } from './transmit.js';

const url = 'http://127.0.0.1:4010/api/v1/providers';
const read = () => new Request(url);
const write = () => new Request(url, { method: 'POST', headers: { 'Idempotency-Key': 'k' }, body: '{}' });

function sendBy(fetch: Fetch, options: Partial<RetryOptions> & { retries: number }) {
  const limits = { fetch, timeoutMs: 1_000, maxResponseBytes: 1_000, redact: (text: string) => text };
  return (request = read()) =>
    retry(() => transmit(request.clone(), {}, limits), request, { path: '/api/v1/providers', ...options });
}

afterEach(() => vi.restoreAllMocks());

/** Retries without waiting, and records how long it would have waited. */
function withoutWaits(fetch: Fetch, retries: number, options: Partial<RetryOptions> = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return { send: sendBy(fetch, { retries, sleep, ...options }), waits };
}

it.each([408, 409, 429, 500, 501, 502, 503, 504, 599])('retries a read after %i', async (status) => {
  const { send, waits } = withoutWaits(scriptedFetch(failure(status, 'ANY'), success([])), 2);
  expect((await send()).response.status).toBe(200);
  expect(waits).toEqual([1_000]);
});

it.each([400, 401, 403, 404, 405, 410, 413, 415, 422, 428])('does not retry after %i', async (status) => {
  const fetch = scriptedFetch(failure(status, 'ANY'));
  expect((await withoutWaits(fetch, 2).send()).response.status).toBe(status);
  expect(fetch.requests).toHaveLength(1);
});

it('does not retry a stale version', async () => {
  const fetch = scriptedFetch(failure(409, 'CONFLICT', {}, { reason: 'stale_version' }));
  expect((await withoutWaits(fetch, 2).send(write())).response.status).toBe(409);
  expect(fetch.requests).toHaveLength(1);
});

it('doubles the delay and returns the last response', async () => {
  const fetch = scriptedFetch(failure(500, 'ANY'), failure(502, 'ANY'), failure(503, 'ANY'));
  const { send, waits } = withoutWaits(fetch, 2);
  expect(await send()).toMatchObject({ response: { status: 503 }, attempt: 3 });
  expect(waits).toEqual([1_000, 2_000]);
});

it.each([
  ['7', 7_000],
  ['Thu, 01 Jan 1970 00:00:09 GMT', 9_000],
])('waits for Retry-After: %s', async (retryAfter, wait) => {
  const fetch = scriptedFetch(
    failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': retryAfter }),
    success([]),
  );
  const { send, waits } = withoutWaits(fetch, 2);
  await send();
  expect(waits).toEqual([wait]);
});

it('does not wait for a Retry-After of an hour', async () => {
  const fetch = scriptedFetch(failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '3600' }));
  expect((await withoutWaits(fetch, 2).send()).response.status).toBe(429);
  expect(fetch.requests).toHaveLength(1);
});

it('retries after a network error', async () => {
  const fetch = scriptedFetch(new TypeError('fetch failed'), success([]));
  expect((await withoutWaits(fetch, 1).send()).response.status).toBe(200);
});

it('throws the error of the last attempt', async () => {
  const fetch = scriptedFetch(new TypeError('first'), new TypeError('second'));
  await expect(withoutWaits(fetch, 1).send()).rejects.toThrow('second');
});

it('repeats the body and the idempotency key of a write', async () => {
  const fetch = scriptedFetch(failure(500, 'ANY'), success({}));
  await withoutWaits(fetch, 1).send(write());
  expect(await Promise.all(fetch.requests.map((sent) => sent.text()))).toEqual(['{}', '{}']);
  expect(fetch.requests.map((sent) => sent.headers.get('Idempotency-Key'))).toEqual(['k', 'k']);
});

it.each([
  ['a write without an idempotency key', { method: 'POST', body: '{}' }],
  ['a DELETE, which has no idempotency key', { method: 'DELETE', headers: { 'Idempotency-Key': 'k' } }],
])('does not retry %s', async (_, init) => {
  const fetch = scriptedFetch(failure(500, 'ANY'));
  await withoutWaits(fetch, 2).send(new Request(url, init));
  expect(fetch.requests).toHaveLength(1);
});

it('sends nothing if the signal is already aborted', async () => {
  const fetch = scriptedFetch();
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(withoutWaits(fetch, 2).send(new Request(url, { signal }))).rejects.toThrow('enough');
  expect(fetch.requests).toEqual([]);
});

it('does not retry after the signal aborts', async () => {
  const caller = new AbortController();
  const fetch: Fetch = async () => {
    caller.abort(new Error('enough'));
    return failure(500, 'ANY');
  };
  const { send } = withoutWaits(fetch, 2);
  await expect(send(new Request(url, { signal: caller.signal }))).rejects.toThrow('enough');
});

it('stops waiting when the signal aborts', async () => {
  const caller = new AbortController();
  const fetch = scriptedFetch(failure(503, 'ANY', { 'Retry-After': '60' }));
  const onAttempt = () => queueMicrotask(() => caller.abort(new Error('enough')));
  const send = sendBy(fetch, { retries: 1, onAttempt });
  await expect(send(new Request(url, { signal: caller.signal }))).rejects.toThrow('enough');
  expect(fetch.requests).toHaveLength(1);
});

it('waits with a timer by default', async () => {
  const fetch = scriptedFetch(failure(503, 'ANY', { 'Retry-After': '0' }), success([]));
  expect((await sendBy(fetch, { retries: 1 })()).response.status).toBe(200);
});

it('reports every attempt with the delay before the next one', async () => {
  const events: AttemptEvent[] = [];
  const fetch = scriptedFetch(
    failure(503, 'ANY', { 'X-Request-Id': 'req_1' }),
    new TypeError('fetch failed'),
    success([]),
  );
  await withoutWaits(fetch, 2, { onAttempt: (event) => events.push(event) }).send();
  expect(events).toMatchObject([
    { attempt: 1, status: 503, requestId: 'req_1', retryInMs: 1_000 },
    { attempt: 2, status: null, requestId: null, retryInMs: 2_000, error: { name: 'ConnectionError' } },
    { attempt: 3, status: 200, retryInMs: null },
  ]);
});

it('throws the error of onAttempt and does not retry', async () => {
  const fetch = scriptedFetch(failure(503, 'ANY'), success([]));
  const onAttempt = () => {
    throw new Error('the log is full');
  };
  await expect(withoutWaits(fetch, 2, { onAttempt }).send()).rejects.toThrow('the log is full');
  expect(fetch.requests).toHaveLength(1);
});
