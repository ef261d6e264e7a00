import { expect, it, vi } from 'vitest';
import { success } from '../../../tests/support/client/scripted-fetch.js';
import { ConnectionError } from '../errors/connection-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { type Fetch, transmit } from './transmit.js';

/** Heeds its signal, and otherwise takes for ever. */
const never: Fetch = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const url = 'http://127.0.0.1:4010/api/v1/providers';
const once = (fetch: Fetch, timeoutMs = 60_000, signal?: AbortSignal) =>
  transmit(new Request(url, signal ? { signal } : {}), {}, { fetch, timeoutMs, maxResponseBytes: 1_000 });

it('gives up when no answer comes', async () => {
  await expect(once(never, 5)).rejects.toEqual(new TimeoutError(5));
});

it('gives up when the body never ends', async () => {
  const endless: Fetch = async () => new Response(new ReadableStream());
  await expect(once(endless, 5)).rejects.toBeInstanceOf(TimeoutError);
});

it('gives up on a fetch that does not heed its signal', async () => {
  await expect(once(() => new Promise(() => {}), 5)).rejects.toBeInstanceOf(TimeoutError);
});

it('takes endless time for just that', async () => {
  const answer = await once(async () => success([1]), Number.POSITIVE_INFINITY);
  expect(answer.status).toBe(200);
});

it('hands over an answer that came in time, body and all', async () => {
  const fetch: Fetch = async () => success([1], { headers: { 'X-Request-Id': 'r' } });
  const answer = await once(fetch);
  expect(answer.headers.get('X-Request-Id')).toBe('r');
  expect(await answer.json()).toMatchObject({ data: [1] });
});

it.each([
  ['an Error', new Error('enough')],
  ['any value', 'enough'],
])('raises the reason of a caller who gives up: %s', async (_, reason) => {
  const caller = new AbortController();
  const answer = once(never, 60_000, caller.signal);
  caller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

it('lets the request be, and the caller go, when the caller gives up', async () => {
  const caller = new AbortController();
  let sent: AbortSignal | null | undefined;
  const fetch: Fetch = ({ signal }) => {
    sent = signal;
    return new Promise(() => {});
  };
  const answer = once(fetch, 60_000, caller.signal);
  caller.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  expect(sent?.aborted).toBe(true);
});

it('takes no signal over from one call to the next, as edge runtimes tie it to where it was made', async () => {
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
  ['came', async () => success([1])],
  ['did not come', () => Promise.reject(new TypeError('fetch failed'))],
])('leaves no timer behind when an answer %s', async (_, fetch) => {
  vi.useFakeTimers();
  try {
    const answer = once(fetch).catch(() => undefined);
    expect(vi.getTimerCount()).toBe(1);
    await answer;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('says what kept the answer away', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4010'), { code: 'ECONNREFUSED' });
  const fetch: Fetch = async () => {
    throw new TypeError('fetch failed', { cause });
  };
  const error = await once(fetch).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    code: 'ECONNREFUSED',
    message:
      'No complete response came from http://127.0.0.1:4010 (fetch failed: connect ECONNREFUSED 127.0.0.1:4010).',
  });
});

it('lets an answer without a body through', async () => {
  const fetch: Fetch = async () => new Response(null, { status: 204 });
  expect((await once(fetch)).status).toBe(204);
});

it('hands over where a response came from', async () => {
  const fetch: Fetch = async () => Object.defineProperty(success([1]), 'url', { value: url });
  expect((await once(fetch)).url).toBe(url);
});

it.each([101, 300, 302, 307, 399, 600, 999])('refuses a response of status %i', async (status) => {
  const fetch: Fetch = async () => Object.defineProperty(success([1]), 'status', { value: status });
  await expect(once(fetch)).rejects.toMatchObject({ name: 'UnexpectedResponseError', status });
});
