import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function sent(count: number, as: 'caller' | 'anonymous', rate?: number) {
  const limiter = new RateLimiter(rate);
  for (let index = 0; index < count; index += 1) {
    limiter.note(as);
    vi.advanceTimersByTime(1);
  }
  return limiter;
}

test('allows 560 requests per minute with one key', () => {
  expect(sent(559, 'caller').freeAt('caller')).toBe(0);
});

test('delays the next request until the first of the last 560 is a minute old', () => {
  const limiter = sent(570, 'caller');
  expect(limiter.freeAt('caller')).toBe(1_000_010 + 60_000);
  expect(limiter.count('caller')).toBe(570);
});

test('does not delay other callers', () => {
  expect(sent(570, 'caller').freeAt('second_caller')).toBe(0);
});

test('counts requests without a key, but does not delay them', () => {
  const limiter = sent(570, 'anonymous');
  expect(limiter.freeAt('anonymous')).toBe(0);
  expect(limiter.count('anonymous')).toBe(570);
});

test('a lower rate delays the next request until the first of as many is a minute old', () => {
  expect(sent(101, 'caller', 100).freeAt('caller')).toBe(1_000_001 + 60_000);
});

test('spaces the requests of each caller by a rate', () => {
  const limiter = new RateLimiter(100);
  const times = Array.from({ length: 3 }, () => limiter.reserve('anonymous') - 1_000_000);
  expect(times).toEqual([0, 630, 1260]);
  expect(limiter.reserve('caller')).toBe(1_000_000);
  vi.advanceTimersByTime(5000);
  expect(limiter.reserve('anonymous')).toBe(1_005_000);
});

test('does not space requests without a rate', () => {
  const limiter = new RateLimiter();
  expect([limiter.reserve('caller'), limiter.reserve('caller')]).toEqual([1_000_000, 1_000_000]);
});
