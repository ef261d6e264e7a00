import { expect, test } from 'vitest';
import { expectIdempotencyStore } from '../../tests/support/state/expect-idempotency-store.js';
import type { Claim } from './idempotency-store.js';
import { memoryIdempotencyStore } from './memory-idempotency-store.js';

expectIdempotencyStore(async () => {
  const store = memoryIdempotencyStore();
  return [store, store];
});

const response = { status: 200, headers: {}, body: 'x'.repeat(10) };
const store = (bounds: { entries: number; characters: number }) => {
  const inner = memoryIdempotencyStore(bounds);
  return {
    write(key: string, now = 0) {
      const claim = inner.claim('caller', key, 'same', now) as Extract<Claim, { kind: 'fresh' }>;
      inner.complete(claim.claimed, response, now);
    },
    kindOf: (key: string, now = 0) => (inner.claim('caller', key, 'same', now) as { kind: string }).kind,
  };
};

test('the oldest answer goes when there are too many', () => {
  const { write, kindOf } = store({ entries: 2, characters: 1000 });
  for (const key of ['a', 'b', 'c']) write(key);
  expect([kindOf('b'), kindOf('c'), kindOf('a')]).toEqual(['replay', 'replay', 'fresh']);
});

test('the oldest answer goes when all together are too long', () => {
  const { write, kindOf } = store({ entries: 100, characters: 25 });
  for (const key of ['a', 'b', 'c']) write(key);
  expect([kindOf('b'), kindOf('a')]).toEqual(['replay', 'fresh']);
});

test('expired answers go without being asked for', () => {
  const { write, kindOf } = store({ entries: 100, characters: 25 });
  write('a');
  write('b');
  const day = 24 * 60 * 60 * 1000;
  write('c', day);
  write('d', day);
  expect([kindOf('c', day), kindOf('d', day)]).toEqual(['replay', 'replay']);
});
