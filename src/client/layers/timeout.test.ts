import { describe, expect, it } from 'vitest';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Fetch } from '../layer.js';
import { success } from '../testing/scripted-fetch.js';
import { timeout } from './timeout.js';

const request = () => new Request('http://127.0.0.1:4010/');

const never: Fetch = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('timeout', () => {
  it('gives up when no answer comes', async () => {
    await expect(timeout(5)(never)(request())).rejects.toBeInstanceOf(TimeoutError);
  });

  it('gives up when the body never ends', async () => {
    const endless: Fetch = async ({ signal }) =>
      new Response(
        new ReadableStream({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
        }),
      );
    await expect(timeout(5)(endless)(request())).rejects.toBeInstanceOf(TimeoutError);
  });

  it('hands over an answer that came in time, body and all', async () => {
    const response = await timeout(1_000)(async () => success([1], { headers: { 'X-Request-Id': 'r' } }))(
      request(),
    );
    expect(response.headers.get('X-Request-Id')).toBe('r');
    expect(await response.json()).toMatchObject({ data: [1] });
  });

  it('tells the caller giving up from being late', async () => {
    const caller = new AbortController();
    const answer = timeout(60_000)(never)(new Request('http://127.0.0.1:4010/', { signal: caller.signal }));
    caller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('lets an answer without a body through', async () => {
    expect((await timeout(1_000)(async () => new Response(null, { status: 204 }))(request())).status).toBe(
      204,
    );
  });
});
