import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RateLimitStore } from '../../../mocks/state/rate-limit-store.js';

/**
 * Tests any implementation of a rate limit store with a window of one minute.
 *
 * @param make creates an empty store, as two servers that share it see it
 * @param runs number of runs of each property
 */
export function expectRateLimitStore(
  make: (limit: number) => Promise<readonly [RateLimitStore, RateLimitStore]>,
  runs: number,
) {
  test('admits at most the limit in any window of a minute', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), async (pauses) => {
        const stores = await make(5);
        const admitted: number[] = [];
        let now = 0;
        for (const [index, pause] of pauses.entries()) {
          now += pause;
          if ((await of(stores, index).take('key', now)).admitted) admitted.push(now);
        }
        for (const [index, start] of admitted.entries()) {
          const sixth = admitted[index + 5];
          if (sixth !== undefined) expect(sixth - start).toBeGreaterThanOrEqual(60_000);
        }
      }),
      { numRuns: runs },
    );
  });

  test('admits a request after the reset time, which is at most the window', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 100 }), async (pauses) => {
        const stores = await make(5);
        let now = 0;
        for (const [index, pause] of pauses.entries()) {
          now += pause;
          const state = await of(stores, index).take('key', now);
          if (state.admitted) continue;
          expect(state.resetSeconds).toBeLessThanOrEqual(60);
          now += state.resetSeconds * 1000;
          expect((await of(stores, index + 1).take('key', now)).admitted).toBe(true);
        }
      }),
      { numRuns: runs },
    );
  });

  test('remaining decreases by one with each request', async () => {
    const stores = await make(4);
    const left: number[] = [];
    for (const now of [0, 1, 2, 3, 4]) left.push((await of(stores, now).take('key', now)).remaining);
    expect(left).toEqual([3, 2, 1, 0, 0]);
  });

  test('admits exactly the limit of concurrent requests', async () => {
    const stores = await make(7);
    const states = await Promise.all(
      Array.from({ length: 40 }, (_, index) => of(stores, index).take('key', 0)),
    );
    expect(states.filter(({ admitted }) => admitted)).toHaveLength(7);
  });

  test('does not count rejected requests', async () => {
    const [one, other] = await make(1);
    await one.take('key', 0);
    await other.take('key', 59_000);
    expect((await one.take('key', 61_000)).admitted).toBe(true);
  });

  test('a clock set back by less than a window changes nothing', async () => {
    const [one, other] = await make(2);
    await one.take('key', 100_000);
    await other.take('key', 50_000);
    expect(await one.take('key', 50_001)).toMatchObject({ admitted: false, remaining: 0 });
  });

  test('a clock set back by more than a window starts a new window', async () => {
    const [one, other] = await make(1);
    await one.take('key', 1_000_000);
    expect((await other.take('key', 0)).admitted).toBe(true);
  });

  test('counts each key separately', async () => {
    const [one, other] = await make(1);
    await one.take('key', 0);
    expect((await other.take('other key', 0)).admitted).toBe(true);
  });
}

function of(stores: readonly [RateLimitStore, RateLimitStore], index: number): RateLimitStore {
  return stores[index % 2] as RateLimitStore;
}
