import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay.js';

it('spreads the backoff a tenth to either side', () => {
  const delay = (random: number) => retryDelay({ attempt: 1, retryAfter: null, random, now: 0 });
  expect([delay(0), delay(0.5), delay(1)]).toEqual([900, 1_000, 1_100]);
});

it('never backs off for more than a minute', () => {
  expect(retryDelay({ attempt: 20, retryAfter: null, random: 0.5, now: 0 })).toBe(60_000);
});

it('leaves a wait of more than a minute to the caller', () => {
  const asked = (retryAfter: string) => retryDelay({ attempt: 1, retryAfter, random: 0, now: 0 });
  expect([asked('60'), asked('61')]).toEqual([60_000, null]);
});

it('waits longer each time, also when the server asks for no wait', () => {
  const delay = (attempt: number) => retryDelay({ attempt, retryAfter: '0', random: 0.5, now: 0 });
  expect([1, 2, 3, 10].map(delay)).toEqual([100, 200, 400, 6_000]);
});
