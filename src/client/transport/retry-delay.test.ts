import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay.js';

it('adds jitter of plus or minus 10 %', () => {
  const delay = (random: number) => retryDelay({ attempt: 1, retryAfter: null, random, now: 0 });
  expect([delay(0), delay(0.5), delay(1)]).toEqual([900, 1_000, 1_100]);
});

it('limits the backoff to one minute', () => {
  expect(retryDelay({ attempt: 20, retryAfter: null, random: 0.5, now: 0 })).toBe(60_000);
});

it('returns null if Retry-After is longer than a minute', () => {
  const delay = (retryAfter: string) => retryDelay({ attempt: 1, retryAfter, random: 0, now: 0 });
  expect([delay('60'), delay('61')]).toEqual([60_000, null]);
});

it('increases the delay with each attempt, also for Retry-After: 0', () => {
  const delay = (attempt: number) => retryDelay({ attempt, retryAfter: '0', random: 0.5, now: 0 });
  expect([1, 2, 3, 10].map(delay)).toEqual([100, 200, 400, 6_000]);
});
