import { expect, test } from 'vitest';
import { percent, share } from './formulas.js';

/** What is left of dollars that cancel. */
const left = 0.1 + 0.2 - 0.3;

test('nothing is a percentage of amounts that cancel', () => {
  expect(left).not.toBe(0);
  expect([percent(5, left), percent(5, 0), percent(5, null), share(left, left)]).toEqual(Array(4).fill(null));
});

test('a percentage can be of any size, a share is between 0 and 100', () => {
  expect([percent(-5, 10), percent(20, 10), percent(null, 10)]).toEqual([-50, 200, 0]);
  expect([share(-5, 10), share(20, 10), share(null, 10), share(5, 10)]).toEqual([null, null, 0, 50]);
});

test('a share that differs from a bound by the error of its parts is the bound', () => {
  expect([share(0.1 + 0.2, 0.3), share(-1e-12, 10)].map((value) => (value ?? Number.NaN) + 0)).toEqual([
    100, 0,
  ]);
});
