import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackOff } from './back-off.js';

const start = 1_000_000;
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['the seconds of Retry-After', '7', 7_000],
  ['a minute where there is none', undefined, 60_000],
  ['no longer than 65 s', '3600', 65_000],
  ['65 s for what is not a number', 'Fri, 31 Dec 1999 23:59:59 GMT', 65_000],
])('it waits %s', (_, retryAfter, wait) => {
  const backOff = new BackOff();
  expect(backOff.refused(retryAfter)).toBe(true);
  expect(backOff.until).toBe(start + wait);
});

test('requests that are refused while one waits are part of the same wait', () => {
  const backOff = new BackOff();
  expect(Array.from({ length: 10 }, () => backOff.refused('5'))).not.toContain(false);
});

test('after three waits in vain a 429 is taken as it is', () => {
  const backOff = new BackOff();
  expect(Array.from({ length: 4 }, () => backOff.refused('0'))).toEqual([true, true, true, false]);
  backOff.passed();
  expect(backOff.refused('0')).toBe(true);
});

test('it waits no longer than three minutes in all', () => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 4 }, () => {
    const isWaiting = backOff.refused('60');
    backOff.passed();
    vi.setSystemTime(Math.max(Date.now(), backOff.until));
    return isWaiting;
  });
  expect(waits).toEqual([true, true, true, false]);
});
