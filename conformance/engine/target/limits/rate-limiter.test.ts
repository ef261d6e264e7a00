import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function sent(count: number, as: 'caller' | 'anonymous') {
  const limiter = new RateLimiter();
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
