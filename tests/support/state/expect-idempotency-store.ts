import { expect, test } from 'vitest';
import type { Claim, ClaimedKey, IdempotencyStore } from '../../../mocks/state/idempotency-store.js';
import type { MockResponse } from '../../../mocks/types.js';

const response: MockResponse = {
  status: 201,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: '{"data":"Größe 10 € \\"x\\""}',
};
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Tests any implementation of an idempotency store.
 *
 * @param make creates an empty store of the given size, as two servers that share it see it
 */
export function expectIdempotencyStore(
  make: (maxBytes?: number) => Promise<readonly [IdempotencyStore, IdempotencyStore]>,
) {
  const claim = (store: IdempotencyStore, { apiKey = 'caller', key = 'key', now = 0 } = {}) =>
    store.claim(apiKey, key, now);
  const claimed = async (store: IdempotencyStore, now = 0): Promise<ClaimedKey> => {
    const claim = await store.claim('caller', 'key', now);
    expect(claim.kind).toBe('fresh');
    return (claim as Extract<Claim, { kind: 'fresh' }>).claimed;
  };

  test('one of many concurrent claims is fresh', async () => {
    const stores = await make();
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) => claim(stores[index % 2] as IdempotencyStore)),
    );
    const kinds = claims.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['fresh', ...Array.from({ length: 39 }, () => 'in-flight')]);
  });

  test('a completed key is replayed with the same response', async () => {
    const [one, other] = await make();
    await one.complete(await claimed(one), response, 0);
    expect(await claim(other)).toEqual({ kind: 'replay', response });
    expect(await claim(one)).toEqual({ kind: 'replay', response });
  });

  test('a released key is fresh again', async () => {
    const [one, other] = await make();
    await one.release(await claimed(one));
    expect(await claim(other)).toMatchObject({ kind: 'fresh' });
  });

  test('a run that has lost its key cannot release or complete it', async () => {
    const [one, other] = await make();
    const first = await claimed(one);
    await one.release(first);
    const second = await claimed(other);
    await one.release(first);
    await one.complete(first, { ...response, body: 'of the first' }, 0);
    expect(await claim(one)).toEqual({ kind: 'in-flight' });
    await other.complete(second, response, 0);
    await one.complete(first, { ...response, body: 'of the first' }, 0);
    expect(await claim(one)).toEqual({ kind: 'replay', response });
  });

  test('a response is stored for 24 hours', async () => {
    const [one, other] = await make();
    await one.complete(await claimed(one, 1000), response, 1000);
    expect(await claim(other, { now: 1000 + dayMs - 1 })).toEqual({ kind: 'replay', response });
    expect(await claim(other, { now: 1000 + dayMs })).toMatchObject({ kind: 'fresh' });
  });

  /** Completes keys until the store is full. @returns their number and the next claim */
  const fill = async (store: IdempotencyStore, now: number) => {
    for (let count = 0; count < 1000; count += 1) {
      const claim = await store.claim('caller', `key ${count}`, now);
      if (claim.kind !== 'fresh') return { count, claim };
      await store.complete(claim.claimed, response, now);
    }
    throw new Error('The store has no limit.');
  };

  test('a full store retains its responses and rejects new keys', async () => {
    const [one, other] = await make(10_000);
    const { count, claim: next } = await fill(one, 1000);
    expect(count).toBeGreaterThan(5);
    expect(next).toEqual({ kind: 'full', retryAfterSeconds: 24 * 60 * 60 });
    for (let each = 0; each < count; each += 1) {
      expect(await claim(other, { key: `key ${each}`, now: dayMs })).toEqual({ kind: 'replay', response });
    }
    expect(await claim(other, { key: 'new', now: 1000 + dayMs - 1 })).toEqual({
      kind: 'full',
      retryAfterSeconds: 1,
    });
  });

  test('a full store accepts new keys when responses expire', async () => {
    const [one, other] = await make(10_000);
    const { count } = await fill(one, 0);
    expect(await fill(other, dayMs)).toMatchObject({ count, claim: { kind: 'full' } });
  });

  test('released keys do not count towards the limit', async () => {
    const [one] = await make(10_000);
    for (let count = 0; count < 100; count += 1) await one.release(await claimed(one));
  });

  test('keys of two callers do not collide', async () => {
    const [one, other] = await make();
    expect(await claim(one, { apiKey: 'a b', key: 'c' })).toMatchObject({ kind: 'fresh' });
    expect(await claim(other, { apiKey: 'b', key: 'c a' })).toMatchObject({ kind: 'fresh' });
  });
}
