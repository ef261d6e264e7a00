import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryRateLimitStore } from './memory-rate-limit-store.js';
import type { RateLimitState } from './rate-limit-store.js';

const takeAt = (store: ReturnType<typeof memoryRateLimitStore>, now: number) =>
  store.take('key', now) as RateLimitState;

test('no window of a minute, wherever it starts, admits more than the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (pauses) => {
      const store = memoryRateLimitStore(5, 60);
      const admitted: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        if (takeAt(store, now).admitted) admitted.push(now);
      }
      for (const [index, start] of admitted.entries()) {
        const sixth = admitted[index + 5];
        if (sixth !== undefined) expect(sixth - start).toBeGreaterThanOrEqual(60_000);
      }
    }),
  );
});

test('the wait it names is always enough', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 100 }), (pauses) => {
      const store = memoryRateLimitStore(5, 60);
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        const state = takeAt(store, now);
        if (state.admitted) continue;
        now += state.resetSeconds * 1000;
        expect(takeAt(store, now).admitted).toBe(true);
      }
    }),
  );
});

test('what is left falls by one with each request of a burst', () => {
  const store = memoryRateLimitStore(4, 60);
  expect([0, 1, 2, 3, 4].map((now) => takeAt(store, now).remaining)).toEqual([3, 2, 1, 0, 0]);
});

test('a refused request is not counted', () => {
  const store = memoryRateLimitStore(1, 60);
  takeAt(store, 0);
  takeAt(store, 59_000);
  expect(takeAt(store, 61_000).admitted).toBe(true);
});

test('a clock that is set back neither frees nor loses anything', () => {
  const store = memoryRateLimitStore(2, 60);
  takeAt(store, 100_000);
  takeAt(store, 50_000);
  expect(takeAt(store, 50_001)).toMatchObject({ admitted: false, remaining: 0 });
});
