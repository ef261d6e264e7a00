import { expect, test } from 'vitest';
import { expectIdempotencyStore } from '../../tests/support/state/expect-idempotency-store.js';
import { MemoryIdempotencyStore } from './memory-idempotency-store.js';

expectIdempotencyStore(async (maxBytes) => {
  const store = new MemoryIdempotencyStore(maxBytes);
  return [store, store];
});

test('counts keys in flight towards the limit', () => {
  const store = new MemoryIdempotencyStore(1000);
  expect(store.claim('caller', 'a', 0).kind).toBe('fresh');
  expect(store.claim('caller', 'b', 0).kind).toBe('fresh');
  expect(store.claim('caller', 'c', 0)).toEqual({ kind: 'full', retryAfterSeconds: 1 });
});

test('counts two bytes per character and a constant per entry', () => {
  const store = new MemoryIdempotencyStore(2 * 10_000 + 512);
  const claim = store.claim('caller', 'a', 0);
  if (claim.kind !== 'fresh') throw new Error(claim.kind);
  store.complete(claim.claimed, { status: 200, headers: {}, body: 'x'.repeat(10_000) }, 0);
  expect(store.claim('caller', 'b', 0).kind).toBe('full');
});
