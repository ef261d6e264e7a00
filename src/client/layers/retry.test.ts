import { describe, expect, it } from 'vitest';
import { failure, scriptedFetch, success } from '../testing/scripted-fetch.js';
import { retry } from './retry.js';

const url = 'http://127.0.0.1:4010/api/v1/providers';

function patient(retries: number) {
  const waits: number[] = [];
  const layer = retry({
    retries,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    random: () => 0.5,
    now: () => 0,
  });
  return { layer, waits };
}

describe('retry', () => {
  it.each([408, 409, 429, 500, 503])('tries a read again after %i', async (status) => {
    const fetch = scriptedFetch(failure(status, 'ANY'), success([]));
    const { layer, waits } = patient(2);
    expect((await layer(fetch)(new Request(url))).status).toBe(200);
    expect(waits).toEqual([1_000]);
  });

  it.each([400, 401, 403, 404, 422])('does not try again after %i', async (status) => {
    const fetch = scriptedFetch(failure(status, 'ANY'));
    expect((await patient(2).layer(fetch)(new Request(url))).status).toBe(status);
    expect(fetch.requests).toHaveLength(1);
  });

  it('waits twice as long each time and hands over the last answer', async () => {
    const fetch = scriptedFetch(failure(500, 'ANY'), failure(502, 'ANY'), failure(503, 'ANY'));
    const { layer, waits } = patient(2);
    expect((await layer(fetch)(new Request(url))).status).toBe(503);
    expect(waits).toEqual([1_000, 2_000]);
  });

  it('waits as long as Retry-After asks', async () => {
    const fetch = scriptedFetch(failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '7' }), success([]));
    const { layer, waits } = patient(2);
    await layer(fetch)(new Request(url));
    expect(waits).toEqual([7_000]);
  });

  it('tries again when the network failed', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'), success([]));
    expect((await patient(1).layer(fetch)(new Request(url))).status).toBe(200);
  });

  it('throws what the last try threw', async () => {
    const fetch = scriptedFetch(new TypeError('first'), new TypeError('second'));
    await expect(patient(1).layer(fetch)(new Request(url))).rejects.toThrow('second');
  });

  it('repeats the body and the key of a write', async () => {
    const fetch = scriptedFetch(failure(500, 'ANY'), success({}));
    const request = new Request(url, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'Idempotency-Key': 'k' },
    });
    await patient(1).layer(fetch)(request);
    expect(await Promise.all(fetch.requests.map((sent) => sent.text()))).toEqual(['{"a":1}', '{"a":1}']);
    expect(fetch.requests.map((sent) => sent.headers.get('Idempotency-Key'))).toEqual(['k', 'k']);
  });

  it('never repeats a write without a key', async () => {
    const fetch = scriptedFetch(failure(500, 'ANY'));
    await patient(2).layer(fetch)(new Request(url, { method: 'DELETE' }));
    expect(fetch.requests).toHaveLength(1);
  });

  it('stops when the caller gives up', async () => {
    const caller = new AbortController();
    const fetch = scriptedFetch(failure(500, 'ANY'));
    caller.abort();
    await patient(2).layer(fetch)(new Request(url, { signal: caller.signal }));
    expect(fetch.requests).toHaveLength(1);
  });

  it('is woken from its wait when the caller gives up', async () => {
    const caller = new AbortController();
    const fetch = scriptedFetch(failure(503, 'ANY', { 'Retry-After': '60' }));
    const answer = retry({ retries: 1 })(fetch)(new Request(url, { signal: caller.signal }));
    setTimeout(() => caller.abort(new Error('enough')));
    await expect(answer).rejects.toThrow('enough');
  });
});
