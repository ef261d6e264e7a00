import { expect, test } from 'vitest';
import { median, spread } from './statistics.mjs';

test.each([
  [[30, 10, 20], 20],
  [[40, 10, 20, 30], 25],
  [[9, 100, 20], 20],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('throws an error for the median of no values', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('ignores an outlier in the spread', () => {
  expect(spread([100, 100, 100, 100, 900])).toBe(0);
  expect(spread([80, 90, 100, 110, 120])).toBeCloseTo(0.2);
});
