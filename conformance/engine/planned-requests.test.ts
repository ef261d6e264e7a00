import { expect, test } from 'vitest';
import { plannedDuration } from './planned-requests.js';

const respondedIn = (...times: number[]) =>
  times.map((durationMs) => ({
    response: { status: 200, headers: {}, body: '', json: {}, durationMs, repeatsKey: false },
  }));

test.each([
  [560, 0],
  [561, 60],
  [1121, 120],
])('%i requests with a key wait %i s for its rate limit', (caller, waitSeconds) => {
  const requests = { caller, second_caller: 0, spare: 601, anonymous: 900 };
  expect(plannedDuration(requests, []).waitSeconds).toBe(waitSeconds);
});

test('the duration follows from the median time of a response, ten requests at a time', () => {
  const requests = { caller: 300, second_caller: 200, spare: 601, anonymous: 99 };
  expect(plannedDuration(requests, respondedIn(90, 10, 20))).toEqual({
    waitSeconds: 0,
    latencyMs: 20,
    seconds: 2.4,
  });
});

test('a rate spaces the requests of each key', () => {
  const requests = { caller: 301, second_caller: 200, spare: 601, anonymous: 99 };
  expect(plannedDuration(requests, respondedIn(10), 100)).toMatchObject({ waitSeconds: 189, latencyMs: 10 });
});
