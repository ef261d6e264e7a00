import { expect, test, vi } from 'vitest';
import { Sleeper } from './sleeper.js';

test('resolves after the given time', async () => {
  vi.useFakeTimers();
  const slept = new Sleeper().sleep(60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(slept).resolves.toBeUndefined();
  vi.useRealTimers();
});

test('rejects all delays and clears their timers when the mock closes', async () => {
  vi.useFakeTimers();
  const sleeper = new Sleeper();
  const slept = [sleeper.sleep(60_000), sleeper.sleep(1)];
  sleeper.wakeAll();
  for (const each of slept) await expect(each).rejects.toMatchObject({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
