import { expect, test } from 'vitest';
import { growthOf } from './report.mjs';

/** @param {(index: number) => number} heap */
const samples = (heap) => Array.from({ length: 40 }, (_, index) => ({ heap: heap(index), resident: 0 }));

test('ignores growth in the first quarter', () => {
  expect(growthOf(samples((index) => Math.min(index, 9)))).toBe(1);
});

test('detects growth from the second quarter to the last', () => {
  expect(growthOf(samples((index) => 10 + index))).toBeGreaterThan(1.5);
});

test('ignores an outlier', () => {
  expect(growthOf(samples((index) => (index === 38 ? 9e9 : 5e7)))).toBe(1);
});
