import { expect, test } from 'vitest';
import { median, spread } from './statistics.mjs';

test('the median of an odd count is the middle value, whatever their order', () => {
  expect(median([30, 10, 20])).toBe(20);
});

test('the median of an even count lies between the middle two', () => {
  expect(median([40, 10, 20, 30])).toBe(25);
});

test('values are compared as numbers', () => {
  expect(median([9, 100, 20])).toBe(20);
});

test('nothing has no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('one wild value does not count as spread', () => {
  expect(spread([100, 100, 100, 100, 900])).toBe(0);
  expect(spread([80, 90, 100, 110, 120])).toBeCloseTo(0.2);
});
