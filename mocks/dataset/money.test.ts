import { describe, expect, test } from 'vitest';
import {
  changeOf,
  compareAmounts,
  compareQuantities,
  isZero,
  percent,
  share,
  shareOfQuantity,
  wholeMicros,
} from './money.js';

/** What is left of amounts that cancel. */
const noise = 123_456.7 + 765_432.1 + 333_333.3 - 1_222_222.1;

describe('an amount', () => {
  test.each([
    [0, true],
    [noise, true],
    [-noise, true],
    [-0.4, true],
    [0.6, false],
    [-1, false],
  ])('of %s micro-dollars is 0: %s', (amount, expected) => {
    expect(isZero(amount)).toBe(expected);
  });

  test.each([
    [100_000.1 + 100_000.1 + 100_000.1, 300_000.3, 0],
    [83_333.3 + 83_333.2, 166_666.5, 0],
    [0.1 + 0.7 + 0.7, 1.5, 0],
    [noise, 0, 0],
    [2, 1, 1],
    [-3, 1, -4],
  ])('of %s micro-dollars compares to one of %s as %s', (one, other, expected) => {
    expect(compareAmounts(one, other)).toBeCloseTo(expected, 12);
    expect(compareAmounts(other, one)).toBeCloseTo(-expected, 12);
  });

  test.each([0, 1, -7, 730_000_001, 8_000_000_000_001])('of %s micro-dollars is whole', (amount) => {
    expect(wholeMicros(amount)).toBe(amount);
  });
});

test('noise has no percentages', () => {
  expect(noise).not.toBe(0);
  expect([percent(5_000_000, noise), changeOf(5_000_000, noise), share(noise, noise)]).toEqual([
    null,
    null,
    null,
  ]);
  expect([changeOf(noise, 5_000_000), share(-noise, 10), share(10 + noise, 10)]).toEqual([-100, 0, 100]);
});

test('a share is null if the part is negative or exceeds the whole', () => {
  expect([share(-1, 10), share(11, 10), share(2, 8)]).toEqual([null, null, 25]);
  expect([share(-0.4, 0.6), share(1.4, 0.6)]).toEqual([0, 100]);
  expect([shareOfQuantity(-0.1, 1), shareOfQuantity(1.1, 1), shareOfQuantity(0.1, 0.4)]).toEqual([
    null,
    null,
    25,
  ]);
});

test('quantities are compared within their binary error', () => {
  const used = 0.1 + 0.1 + 0.1;
  const purchased = used + (0.7 - 0.4 - 0.3);
  expect(used).not.toBe(purchased);
  expect([compareQuantities(used, purchased), shareOfQuantity(used, purchased)]).toEqual([0, 100]);
  expect(shareOfQuantity(used - 0.3, used - 0.3)).toBeNull();
  expect(compareQuantities(0.000_001, 0)).toBeGreaterThan(0);
  expect(compareQuantities(1e9, 1e9 + 0.1)).toBe(0);
  expect(compareQuantities(720, 721)).toBeLessThan(0);
});
