import { expect, test } from 'vitest';
import { readDuration } from './duration.js';

test.each<[unknown, number]>([
  ['PT1H', 3_600_000],
  ['P1DT2H3M4.5S', 93_784_500],
  ['P2W', 1_209_600_000],
  [0, 0],
  [1.5, 1500],
])('parses %s as %d milliseconds', (value, milliseconds) => {
  expect(readDuration(value)).toBe(milliseconds);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1h',
  'P1M',
  'P1Y',
  '-PT1H',
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  {},
])('rejects %s', (value) => {
  expect(() => readDuration(value)).toThrow('ISO 8601');
});
