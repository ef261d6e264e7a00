import { expect, test } from 'vitest';
import { growthOf, slopeOf } from './memory.mjs';

/** @param {(request: number) => number} heap */
const samples = (heap) =>
  Array.from({ length: 40 }, (_, i) => ({ requests: i * 1000, heap: heap(i * 1000), resident: 100 }));

test('what fills up in the first quarter does not count as growth', () => {
  expect(growthOf(samples((request) => Math.min(request, 9000)))).toEqual({ heap: 1, resident: 1 });
});

test('a leak shows as growth from the second quarter to the last', () => {
  expect(growthOf(samples((request) => 1_000_000 + 100 * request)).heap).toBeGreaterThan(1.5);
});

test('one heap caught in the middle of something is no growth', () => {
  expect(growthOf(samples((request) => (request === 38_000 ? 9e9 : 5e7))).heap).toBe(1);
});

test('the slope is in bytes a request', () => {
  expect(slopeOf(samples((request) => 5e7 + 3 * request))).toBeCloseTo(3);
  expect(slopeOf(samples(() => 5e7))).toBe(0);
});
