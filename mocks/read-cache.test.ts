import { expect, test } from 'vitest';
import { manualClock } from '../tests/support/mock/manual-clock.js';
import { createReadCache } from './read-cache.js';

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

const most = 16 * 1024 * 1024;

test('it never holds more than it may, whichever part is the longer one', () => {
  for (const [name, text] of [
    ['/b', 'x'.repeat(most - 2)],
    [`/b?${'x'.repeat(most - 4)}`, 'y'],
  ] as const) {
    const { cache } = setUp();
    cache.set(name, text);
    expect([cache.get('/a'), cache.get(name)]).toEqual([undefined, text]);
  }
});

test('a text that is too long for it is not kept, and drives out no other', () => {
  const { cache } = setUp();
  cache.set('/b', 'x'.repeat(most));
  expect([cache.get('/a'), cache.get('/b')]).toEqual(['text', undefined]);
});

test('queries that never repeat take up no more than that', () => {
  const { cache } = setUp();
  const text = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 100; n++) cache.set(`/a?n=${n}`, text);
  const kept = Array.from({ length: 100 }, (_, n) => cache.get(`/a?n=${n}`)).filter(Boolean);
  expect(kept.length).toBeLessThanOrEqual(16);
});
