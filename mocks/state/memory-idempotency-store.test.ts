import { expect, test } from 'vitest';
import { expectIdempotencyStore } from '../../tests/support/state/expect-idempotency-store.js';
import { MemoryIdempotencyStore } from './memory-idempotency-store.js';

expectIdempotencyStore(async (mostBytes) => {
  const store = new MemoryIdempotencyStore(mostBytes);
  return [store, store];
});

test('what is in flight is room that is taken', () => {
  const store = new MemoryIdempotencyStore(1000);
  expect(store.claim('caller', 'a', 'same', 0).kind).toBe('fresh');
  expect(store.claim('caller', 'b', 'same', 0).kind).toBe('fresh');
  expect(store.claim('caller', 'c', 'same', 0)).toEqual({ kind: 'full', retryAfterSeconds: 1 });
});

test('bytes are counted as what the texts of an entry take, and something for the entry', () => {
  const before = new MemoryIdempotencyStore(2 * 10_000 + 512);
  const claim = before.claim('caller', 'a', 'same', 0);
  if (claim.kind !== 'fresh') throw new Error(claim.kind);
  before.complete(claim.claimed, { status: 200, headers: {}, body: 'x'.repeat(10_000) }, 0);
  expect(before.claim('caller', 'b', 'same', 0).kind).toBe('full');
});
