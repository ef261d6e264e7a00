import { expect, test, vi } from 'vitest';
import { Sleeper } from './sleeper.js';

test('whoever sleeps is woken when the time is over', async () => {
  vi.useFakeTimers();
  const slept = new Sleeper().sleep(60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(slept).resolves.toBeUndefined();
  vi.useRealTimers();
});

test('when the mock ends, nobody sleeps on and no timer is left', async () => {
  vi.useFakeTimers();
  const sleeper = new Sleeper();
  const slept = [sleeper.sleep(60_000), sleeper.sleep(1)];
  sleeper.wakeAll();
  for (const each of slept) await expect(each).rejects.toMatchObject({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
