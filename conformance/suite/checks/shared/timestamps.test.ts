import { expect, test } from 'vitest';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { nowOf, todaysOf, uncertainty } from './timestamps.js';

const hour = 3_600_000;
const at = (timestamp: unknown) => ({ response: { json: { timestamp } } }) as unknown as CompleteExchange;

test.each([
  ['2026-06-15T12:00:00Z', '2026-06-15T14:00:00+02:00', 0],
  ['2026-06-15', '2026-06-20', 0],
  ['2026-06-15T12:00:00', '2026-06-15T12:00:00', hour],
  ['2026-06-15T12:00:00', '2026-06-15T12:00:00Z', 14 * hour],
  ['2026-06-15', '2026-06-15T12:00:00', 25 * hour],
  ['2026-06-15', '2026-06-15T12:00:00Z', 38 * hour],
  [null, '2026-06-15T12:00:00Z', Number.NaN],
])('the difference of %s and %s is uncertain by %d ms', (one, other, expected) => {
  expect(uncertainty(one, other)).toBe(expected);
  expect(uncertainty(other, one)).toBe(expected);
});

test('the moment of a response needs a zone', () => {
  expect(nowOf(at('2026-06-15T12:00:00+02'))).toBe(Date.UTC(2026, 5, 15, 10));
  expect(nowOf(at('2026-06-15T12:00:00'))).toBeNaN();
  expect(nowOf(at('2026-06-15'))).toBeNaN();
});

test.each([
  ['2026-06-15T12:00:00Z', ['2026-06-15']],
  ['2026-06-16T05:00:00+09:00', ['2026-06-15', '2026-06-16']],
  ['2026-06-15T12:00:00', ['2026-06-14', '2026-06-15', '2026-06-16']],
  ['2026-06-15', []],
  [7, []],
])('at %j it is one of %j', (timestamp, days) => {
  expect(todaysOf(at(timestamp))).toEqual(days);
});
