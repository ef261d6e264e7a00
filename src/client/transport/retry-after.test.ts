import { expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

const now = Date.UTC(2026, 5, 15, 12, 0, 0);

it.each([
  ['0', 0],
  ['12', 12_000],
  [' 12 ', 12_000],
  ['99999', 99_999_000],
])('parses %j as seconds', (value, milliseconds) => {
  expect(parseRetryAfter(value, now)).toBe(milliseconds);
});

it.each(['Mon, 15 Jun 2026 12:00:05 GMT', 'Monday, 15-Jun-26 12:00:05 GMT', 'Mon Jun 15 12:00:05 2026'])(
  'parses the HTTP date %j',
  (value) => {
    expect(parseRetryAfter(value, now)).toBe(5_000);
  },
);

it('parses a single-digit day in the asctime format', () => {
  expect(parseRetryAfter('Wed Jul  1 12:00:00 2026', now)).toBe(16 * 24 * 3_600_000);
});

it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'returns 0 for %j, which is in the past',
  (value) => {
    expect(parseRetryAfter(value, now)).toBe(0);
  },
);

it.each([
  null,
  '',
  'soon',
  '1.5',
  '-5',
  '+5',
  '10, 20',
  '1e3',
  '0x10',
  '2026-06-15T12:00:05Z',
  'Mon, 15 Jun 2026 12:00:05 CET',
  'Mon, 15 Jun 2026 12:00:05 GMT, 5',
  'mon, 15 jun 2026 12:00:05 gmt',
  'Mon, 99 Jun 2026 12:00:05 GMT',
  'Mon, 15 Jun 2026 25:00:05 GMT',
])('returns null for %j', (value) => {
  expect(parseRetryAfter(value, now)).toBeNull();
});
