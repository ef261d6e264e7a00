import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackOff } from './back-off.js';

const start = 1_000_000;
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['the seconds of Retry-After', '7', 7_000],
  ['a minute without Retry-After', undefined, 60_000],
  ['at most 65 s', '3600', 65_000],
  ['65 s for a Retry-After that is not a number', 'Fri, 31 Dec 1999 23:59:59 GMT', 65_000],
])('waits %s', (_, retryAfter, wait) => {
  const backOff = new BackOff();
  expect(backOff.rejected(retryAfter)).toBe(true);
  expect(backOff.until).toBe(start + wait);
});

test('counts concurrent 429 responses as one wait', () => {
  const backOff = new BackOff();
  expect(Array.from({ length: 10 }, () => backOff.rejected('5'))).not.toContain(false);
});

test('returns a 429 after three waits without success', () => {
  const backOff = new BackOff();
  expect(Array.from({ length: 4 }, () => backOff.rejected('0'))).toEqual([true, true, true, false]);
  backOff.accepted();
  expect(backOff.rejected('0')).toBe(true);
});

test.each([
  ['three minutes by default', undefined, [true, true, true, false]],
  ['without end in a paced run', Number.POSITIVE_INFINITY, [true, true, true, true]],
])('waits %s in total', (_, maxTotalMs, expected) => {
  const backOff = new BackOff(maxTotalMs);
  const waits = Array.from({ length: 4 }, () => {
    const isWaiting = backOff.rejected('60');
    backOff.accepted();
    vi.setSystemTime(Math.max(Date.now(), backOff.until));
    return isWaiting;
  });
  expect(waits).toEqual(expected);
});
