import { expect, it, onTestFinished, vi } from 'vitest';
import { success } from '../../../tests/support/client/scripted-fetch.js';
import { ConnectionError } from '../errors/connection-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { type Fetch, transmit } from './transmit.js';

/** Never responds, but rejects when its signal aborts. */
const never: Fetch = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const url = 'http://127.0.0.1:4010/api/v1/providers';
const once = (fetch: Fetch, timeoutMs = 60_000, signal?: AbortSignal) =>
  transmit(
    new Request(url, signal ? { signal } : {}),
    {},
    { fetch, timeoutMs, maxResponseBytes: 1_000, redact: (text: string) => text },
  );

it('times out without a response', async () => {
  await expect(once(never, 5)).rejects.toEqual(new TimeoutError(5));
});

it('times out if the body never ends', async () => {
  const endless: Fetch = async () => new Response(new ReadableStream());
  await expect(once(endless, 5)).rejects.toBeInstanceOf(TimeoutError);
});

it('times out if fetch ignores its signal', async () => {
  await expect(once(() => new Promise(() => {}), 5)).rejects.toBeInstanceOf(TimeoutError);
});

it('never times out with an infinite timeout', async () => {
  const response = await once(async () => success([1]), Number.POSITIVE_INFINITY);
  expect(response.status).toBe(200);
});

it('returns a response with its headers and body', async () => {
  const fetch: Fetch = async () => success([1], { headers: { 'X-Request-Id': 'r' } });
  const response = await once(fetch);
  expect(response.headers.get('X-Request-Id')).toBe('r');
  expect(await response.json()).toMatchObject({ data: [1] });
});

it.each([
  ['an Error', new Error('enough')],
  ['any value', 'enough'],
])('rejects with the reason of the signal: %s', async (_, reason) => {
  const caller = new AbortController();
  const response = once(never, 60_000, caller.signal);
  caller.abort(reason);
  await expect(response).rejects.toBe(reason);
});

it('aborts the request and rejects when the signal aborts', async () => {
  const caller = new AbortController();
  let sent: AbortSignal | null | undefined;
  const fetch: Fetch = ({ signal }) => {
    sent = signal;
    return new Promise(() => {});
  };
  const response = once(fetch, 60_000, caller.signal);
  caller.abort(new Error('enough'));
  await expect(response).rejects.toThrow('enough');
  expect(sent?.aborted).toBe(true);
});

it('uses a new signal for each attempt, because edge runtimes bind a signal to its request', async () => {
  const sent = new Set<unknown>();
  const fetch: Fetch = async ({ signal }) => {
    sent.add(signal);
    return success([1]);
  };
  await once(fetch);
  await once(fetch);
  expect(sent.size).toBe(2);
});

it.each<[string, Fetch]>([
  ['a response', async () => success([1])],
  ['an error', () => Promise.reject(new TypeError('fetch failed'))],
])('clears its timer after %s', async (_, fetch) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const response = once(fetch).catch(() => undefined);
  expect(vi.getTimerCount()).toBe(1);
  await response;
  expect(vi.getTimerCount()).toBe(0);
});

it('reports the cause of a connection error', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4010'), { code: 'ECONNREFUSED' });
  const fetch: Fetch = async () => {
    throw new TypeError('fetch failed', { cause });
  };
  const error = await once(fetch).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    code: 'ECONNREFUSED',
    message:
      'The connection to http://127.0.0.1:4010 failed (fetch failed: connect ECONNREFUSED 127.0.0.1:4010).',
  });
});

it('returns a response without a body', async () => {
  const fetch: Fetch = async () => new Response(null, { status: 204 });
  expect((await once(fetch)).status).toBe(204);
});

it('preserves the URL of the response', async () => {
  const fetch: Fetch = async () => Object.defineProperty(success([1]), 'url', { value: url });
  expect((await once(fetch)).url).toBe(url);
});

it.each([101, 300, 302, 307, 399, 600, 999])('rejects a response with status %i', async (status) => {
  const fetch: Fetch = async () => Object.defineProperty(success([1]), 'status', { value: status });
  await expect(once(fetch)).rejects.toMatchObject({ name: 'UnexpectedResponseError', status });
});
