import { expect, test } from 'vitest';
import { manualClock } from '../tests/support/mock/manual-clock.js';
import { timeStamps } from './clock.js';
import { ReadCache } from './read-cache.js';

/** Characters of an envelope without its data. */
const envelope = '{"success":true,"timestamp":"2026-06-15T12:00:00Z","data":""}'.length;

const setUp = (most = 16 * 1024 * 1024) => {
  const clock = manualClock('2026-06-15T12:00:00Z');
  const cache = new ReadCache(timeStamps(clock), most);
  const computed: string[] = [];
  /** Whether the text of a read is at hand; it is afterwards if there is room. */
  const has = (name: string, data = 'text') => {
    const before = computed.length;
    cache.get(name, () => {
      computed.push(name);
      return { data };
    });
    return computed.length === before;
  };
  has('/a');
  return { clock, cache, has };
};

test('a text is sent again within its second', () => {
  const { clock, has } = setUp();
  clock.advance(999);
  expect(has('/a')).toBe(true);
  clock.advance(1);
  expect(has('/a')).toBe(false);
});

test('a write clears it', () => {
  const { cache, has } = setUp();
  cache.clear();
  expect(has('/a')).toBe(false);
});

test('a failure or a response with headers of its own is computed each time', () => {
  const { cache } = setUp();
  const failure = { status: 404, code: 'NOT_FOUND', message: 'None.' };
  for (const answer of [{ failure }, { data: 1, headers: { Link: 'x' } }]) {
    expect(cache.get('/b', () => answer)).toBe(answer);
    expect(cache.get('/b', () => answer)).toBe(answer);
  }
});

const most = 10_000;

test('it never holds more than it may, whichever part is the longer one', () => {
  for (const [name, length] of [
    ['/b', most - envelope - 2],
    [`/b?${'x'.repeat(most - envelope - 4)}`, 1],
  ] as const) {
    const { has } = setUp(most);
    expect([has(name, 'x'.repeat(length)), has(name), has('/a')]).toEqual([false, true, false]);
  }
});

test('a text that is too long for it is not kept, and drives out no other', () => {
  const { has } = setUp(most);
  expect([has('/b', 'x'.repeat(most)), has('/b', 'x'.repeat(most)), has('/a')]).toEqual([false, false, true]);
});

test('queries that never repeat take up no more than that', () => {
  const { has } = setUp(most);
  const text = 'x'.repeat(1000);
  for (let n = 0; n < 100; n++) has(`/a?n=${n}`, text);
  const kept = Array.from({ length: 100 }, (_, n) => `/a?n=${99 - n}`).findIndex((name) => !has(name, text));
  expect(kept).toBeLessThan(10);
  expect(kept).toBeGreaterThan(0);
});
