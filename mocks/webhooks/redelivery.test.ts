import { expect, test } from 'vitest';
import { retryDelay } from './redelivery.js';

test('allows eight attempts with increasing delays', () => {
  const delays = Array.from({ length: 8 }, (_, index) => retryDelay(index + 1, 0.5));
  expect(delays).toEqual(
    [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1000).concat([null as never]),
  );
});

test('varies a delay by at most 10 %', () => {
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([4500, 5500]);
});
