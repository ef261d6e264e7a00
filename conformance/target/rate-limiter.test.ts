import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function sent(count: number, as: 'caller' | 'nobody') {
  const limiter = new RateLimiter();
  for (let index = 0; index < count; index += 1) {
    limiter.note(as);
    vi.advanceTimersByTime(1);
  }
  return limiter;
}

test('a key has room for 560 requests in a minute', () => {
  expect(sent(559, 'caller').freeAt('caller')).toBe(0);
});

test('the next one waits until the first of the last 560 is a minute old', () => {
  const limiter = sent(570, 'caller');
  expect(limiter.freeAt('caller')).toBe(1_000_010 + 60_000);
  expect(limiter.count('caller')).toBe(570);
});

test('other callers do not wait for it', () => {
  expect(sent(570, 'caller').freeAt('second_caller')).toBe(0);
});

test('requests without a key are only counted', () => {
  const limiter = sent(570, 'nobody');
  expect(limiter.freeAt('nobody')).toBe(0);
  expect(limiter.count('nobody')).toBe(570);
});
