import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.js';

test('admits waiting callers in the order of their calls', async () => {
  const slots = new ConcurrencyLimit(2);
  const admitted: number[] = [];
  const all = [1, 2, 3, 4].map((number) => slots.take().then(() => admitted.push(number)));
  await Promise.all(all.slice(0, 2));
  expect(admitted).toEqual([1, 2]);
  slots.release();
  await all[2];
  expect(admitted).toEqual([1, 2, 3]);
  slots.release();
  await all[3];
});

test('frees a slot if no caller waits', async () => {
  const slots = new ConcurrencyLimit(1);
  await slots.take();
  slots.release();
  await expect(slots.take()).resolves.toBeUndefined();
});
