import { afterEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.js';

afterEach(() => vi.useRealTimers());

test('lets others run between slices of computing', async () => {
  const pace = new Pace();
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  for (let step = 0; step < 1_000_000_000 && !hasRun; step += 1) {
    if (step % 1000 === 0) await pace.goesOn();
  }
  expect(hasRun).toBe(true);
});

test('ends a second after a stop, and not before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const stop = new AbortController();
  const pace = new Pace(stop.signal);
  expect(await pace.goesOn()).toBe(true);
  stop.abort();
  vi.advanceTimersByTime(900);
  expect(await pace.goesOn()).toBe(true);
  vi.advanceTimersByTime(200);
  expect(await pace.goesOn()).toBe(false);
});

test('ends a second after it was created if it was stopped before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pace = new Pace(AbortSignal.abort());
  expect(await pace.goesOn()).toBe(true);
  vi.advanceTimersByTime(1_001);
  expect(await pace.goesOn()).toBe(false);
});
