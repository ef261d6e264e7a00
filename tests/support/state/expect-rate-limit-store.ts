import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RateLimitStore } from '../../../mocks/state/rate-limit-store.js';

/**
 * What holds for every rate limit store of a minute's window, wherever it counts.
 *
 * @param make a store that has counted nothing yet, seen by each of the servers that share it
 * @param runs how often a property is tried
 */
export function expectRateLimitStore(
  make: (limit: number) => Promise<readonly [RateLimitStore, RateLimitStore]>,
  runs: number,
) {
  test('no window of a minute, wherever it starts, admits more than the limit', async () => {
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

  test('the wait it names is always enough, and never longer than the window', async () => {
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

  test('what is left falls by one with each request of a burst', async () => {
    const stores = await make(4);
    const left: number[] = [];
    for (const now of [0, 1, 2, 3, 4]) left.push((await of(stores, now).take('key', now)).remaining);
    expect(left).toEqual([3, 2, 1, 0, 0]);
  });

  test('of many at once as many are admitted as the limit says', async () => {
    const stores = await make(7);
    const states = await Promise.all(
      Array.from({ length: 40 }, (_, index) => of(stores, index).take('key', 0)),
    );
    expect(states.filter(({ admitted }) => admitted)).toHaveLength(7);
  });

  test('a refused request is not counted', async () => {
    const [one, other] = await make(1);
    await one.take('key', 0);
    await other.take('key', 59_000);
    expect((await one.take('key', 61_000)).admitted).toBe(true);
  });

  test('a clock that is set back a little neither frees nor loses anything', async () => {
    const [one, other] = await make(2);
    await one.take('key', 100_000);
    await other.take('key', 50_000);
    expect(await one.take('key', 50_001)).toMatchObject({ admitted: false, remaining: 0 });
  });

  test('a clock that is set back by more than a window starts anew', async () => {
    const [one, other] = await make(1);
    await one.take('key', 1_000_000);
    expect((await other.take('key', 0)).admitted).toBe(true);
  });

  test('keys are counted apart', async () => {
    const [one, other] = await make(1);
    await one.take('key', 0);
    expect((await other.take('other key', 0)).admitted).toBe(true);
  });
}

function of(stores: readonly [RateLimitStore, RateLimitStore], index: number): RateLimitStore {
  return stores[index % 2] as RateLimitStore;
}
