import { describe, expect, it } from 'vitest';
import { outgoing } from '../../../tests/support/client/outgoing.js';
import { failure, scriptedFetch, success } from '../../../tests/support/client/scripted-fetch.js';
import type { Fetch } from '../layer.js';
import { transmit } from '../transmit.js';
import { type RetryOptions, retry, type TryReport } from './retry.js';

/** Tries without waiting, and remembers for how long it would have waited. */
function patient(fetch: Fetch, retries: number, options: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  const layer = retry({
    retries,
    pause: async (milliseconds) => void waits.push(milliseconds),
    random: () => 0.5,
    now: () => 0,
    ...options,
  });
  return { send: layer(transmit(fetch, 1_000)), waits };
}
const write = outgoing({ method: 'POST', headers: { 'idempotency-key': 'k' }, body: '{"a":1}' });

describe('retry', () => {
  it.each([408, 409, 429, 500, 503])('tries a read again after %i', async (status) => {
    const { send, waits } = patient(scriptedFetch(failure(status, 'ANY'), success([])), 2);
    expect((await send(outgoing())).status).toBe(200);
    expect(waits).toEqual([1_000]);
  });

  it.each([400, 401, 403, 404, 422])('does not try again after %i', async (status) => {
    const fetch = scriptedFetch(failure(status, 'ANY'));
    expect((await patient(fetch, 2).send(outgoing())).status).toBe(status);
    expect(fetch.requests).toHaveLength(1);
  });

  it('does not try again with a version that is stale', async () => {
    const fetch = scriptedFetch(failure(409, 'CONFLICT', {}, { reason: 'stale_version' }));
    expect((await patient(fetch, 2).send(write)).status).toBe(409);
    expect(fetch.requests).toHaveLength(1);
  });

  it('waits twice as long each time and hands over the last answer', async () => {
    const fetch = scriptedFetch(failure(500, 'ANY'), failure(502, 'ANY'), failure(503, 'ANY'));
    const { send, waits } = patient(fetch, 2);
    expect((await send(outgoing())).status).toBe(503);
    expect(waits).toEqual([1_000, 2_000]);
  });

  it.each([
    ['7', 7_000],
    ['Thu, 01 Jan 1970 00:00:09 GMT', 9_000],
  ])('waits as long as Retry-After: %s asks', async (retryAfter, wait) => {
    const fetch = scriptedFetch(
      failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': retryAfter }),
      success([]),
    );
    const { send, waits } = patient(fetch, 2);
    await send(outgoing());
    expect(waits).toEqual([wait]);
  });

  it('hands over at once what is to be tried in an hour', async () => {
    const fetch = scriptedFetch(failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '3600' }));
    expect((await patient(fetch, 2).send(outgoing())).status).toBe(429);
    expect(fetch.requests).toHaveLength(1);
  });

  it('tries again when the network failed', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'), success([]));
    expect((await patient(fetch, 1).send(outgoing())).status).toBe(200);
  });

  it('throws what the last try threw', async () => {
    const fetch = scriptedFetch(new TypeError('first'), new TypeError('second'));
    await expect(patient(fetch, 1).send(outgoing())).rejects.toThrow('second');
  });

  it('repeats the body and the key of a write', async () => {
    const fetch = scriptedFetch(failure(500, 'ANY'), success({}));
    await patient(fetch, 1).send(write);
    expect(await Promise.all(fetch.requests.map((sent) => sent.text()))).toEqual(['{"a":1}', '{"a":1}']);
    expect(fetch.requests.map((sent) => sent.headers.get('Idempotency-Key'))).toEqual(['k', 'k']);
  });

  it.each([
    ['a write without a key', outgoing({ method: 'POST', body: '{}' })],
    ['a removal, which heeds no key', outgoing({ method: 'DELETE', headers: { 'idempotency-key': 'k' } })],
  ])('never repeats %s', async (_, request) => {
    const fetch = scriptedFetch(failure(500, 'ANY'));
    await patient(fetch, 2).send(request);
    expect(fetch.requests).toHaveLength(1);
  });

  it('tries as often as the call says', async () => {
    const fetch = scriptedFetch(failure(500, 'ANY'), failure(500, 'ANY'));
    await patient(fetch, 5).send(outgoing({ options: { retries: 1 } }));
    expect(fetch.requests).toHaveLength(2);
  });

  it('sends nothing for a caller who has given up already', async () => {
    const fetch = scriptedFetch();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(patient(fetch, 2).send(outgoing({ options: { signal } }))).rejects.toThrow('enough');
    expect(fetch.requests).toEqual([]);
  });

  it('does not try again for a caller who gave up', async () => {
    const caller = new AbortController();
    const fetch: Fetch = async () => {
      caller.abort(new Error('enough'));
      return failure(500, 'ANY');
    };
    const { send } = patient(fetch, 2);
    await expect(send(outgoing({ options: { signal: caller.signal } }))).rejects.toThrow('enough');
  });

  it('is woken from its wait when the caller gives up', async () => {
    const caller = new AbortController();
    const fetch = scriptedFetch(failure(503, 'ANY', { 'Retry-After': '60' }));
    const onTry = () => queueMicrotask(() => caller.abort(new Error('enough')));
    const send = retry({ retries: 1, onTry })(transmit(fetch, 1_000));
    await expect(send(outgoing({ options: { signal: caller.signal } }))).rejects.toThrow('enough');
    expect(fetch.requests).toHaveLength(1);
  });

  it('waits until its time has come', async () => {
    const fetch = scriptedFetch(failure(503, 'ANY', { 'Retry-After': '0' }), success([]));
    expect((await retry({ retries: 1 })(transmit(fetch, 1_000))(outgoing())).status).toBe(200);
  });

  it('tells of every try, and whether there is another', async () => {
    const reports: TryReport[] = [];
    const fetch = scriptedFetch(
      failure(503, 'ANY', { 'X-Request-Id': 'req_1' }),
      new TypeError('fetch failed'),
      success([]),
    );
    await patient(fetch, 2, { onTry: (report) => reports.push(report) }).send(outgoing());
    expect(reports).toMatchObject([
      { attempt: 1, status: 503, requestId: 'req_1', retryInMs: 1_000 },
      { attempt: 2, status: null, requestId: null, retryInMs: 2_000, error: { name: 'ConnectionError' } },
      { attempt: 3, status: 200, retryInMs: null },
    ]);
  });

  it('throws what a hook throws, and tries no more', async () => {
    const fetch = scriptedFetch(failure(503, 'ANY'), success([]));
    const onTry = () => {
      throw new Error('the log is full');
    };
    await expect(patient(fetch, 2, { onTry }).send(outgoing())).rejects.toThrow('the log is full');
    expect(fetch.requests).toHaveLength(1);
  });
});
