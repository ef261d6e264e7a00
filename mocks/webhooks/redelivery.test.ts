import { expect, test } from 'vitest';
import { pauseAfter } from './redelivery.js';

test('there are eight tries, with growing pauses', () => {
  const pauses = Array.from({ length: 8 }, (_, index) => pauseAfter(index + 1, 0.5));
  expect(pauses).toEqual(
    [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1000).concat([null as never]),
  );
});

test('a pause strays by a tenth at most', () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4500, 5500]);
});
