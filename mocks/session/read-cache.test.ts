import { expect, test } from 'vitest';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { successResponse } from '../http/envelope.js';
import { HttpError } from '../http/http-error.js';
import { timeStamps } from './clock.js';
import { ReadCache } from './read-cache.js';

/** Characters of an envelope without its data. */
const envelope = '{"success":true,"timestamp":"2026-06-15T12:00:00Z","data":""}'.length;

const setUp = (maxCharacters = 16 * 1024 * 1024) => {
  const clock = manualClock('2026-06-15T12:00:00Z');
  const stamps = timeStamps(clock);
  const cache = new ReadCache(stamps, maxCharacters);
  const computed: string[] = [];
  /** Whether a body is cached. Caches it otherwise, if it fits. */
  const has = (name: string, data = 'text') => {
    const before = computed.length;
    cache.get(name, () => {
      computed.push(name);
      return successResponse(200, data, stamps);
    });
    return computed.length === before;
  };
  has('/a');
  return { clock, cache, has };
};

test('returns the cached body within the same second', () => {
  const { clock, has } = setUp();
  clock.advance(999);
  expect(has('/a')).toBe(true);
  clock.advance(1);
  expect(has('/a')).toBe(false);
});

test('computes the body again after a clear', () => {
  const { cache, has } = setUp();
  cache.clear();
  expect(has('/a')).toBe(false);
});

test('does not cache a failure', () => {
  const { cache, has } = setUp();
  const failing = () => {
    throw new HttpError('NOT_FOUND', 'None.');
  };
  expect(() => cache.get('/b', failing)).toThrow(HttpError);
  expect(has('/b')).toBe(false);
});

const limit = 10_000;

test('does not exceed its limit with a long key or a long body', () => {
  for (const [name, length] of [
    ['/b', limit - envelope - 2],
    [`/b?${'x'.repeat(limit - envelope - 4)}`, 1],
  ] as const) {
    const { has } = setUp(limit);
    expect([has(name, 'x'.repeat(length)), has(name), has('/a')]).toEqual([false, true, false]);
  }
});

test('does not store a body beyond the limit, and evicts no other for it', () => {
  const { has } = setUp(limit);
  expect([has('/b', 'x'.repeat(limit)), has('/b', 'x'.repeat(limit)), has('/a')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('does not exceed its limit with queries that never repeat', () => {
  const { has } = setUp(limit);
  const text = 'x'.repeat(1000);
  for (let n = 0; n < 100; n++) has(`/a?n=${n}`, text);
  const cached = Array.from({ length: 100 }, (_, n) => `/a?n=${99 - n}`).findIndex(
    (name) => !has(name, text),
  );
  expect(cached).toBeLessThan(10);
  expect(cached).toBeGreaterThan(0);
});
