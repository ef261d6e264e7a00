import { expect, test } from 'vitest';
import { createReadCache } from './read-cache.js';
import { manualClock } from './testing/manual-clock.js';

const setUp = () => {
  const clock = manualClock('2026-06-15T12:00:00Z');
  const cache = createReadCache(clock);
  cache.get('/a');
  cache.set('/a', 'text');
  return { clock, cache };
};

test('what was kept holds within its second', () => {
  const { clock, cache } = setUp();
  clock.advance(999);
  expect(cache.get('/a')).toBe('text');
  clock.advance(1);
  expect(cache.get('/a')).toBeUndefined();
});

test('a write clears it', () => {
  const { cache } = setUp();
  cache.clear();
  expect(cache.get('/a')).toBeUndefined();
});

test('it never holds more than it may', () => {
  const { cache } = setUp();
  cache.set('/b', 'x'.repeat(16 * 1024 * 1024));
  expect([cache.get('/a'), cache.get('/b')?.length]).toEqual([undefined, 16 * 1024 * 1024]);
});
