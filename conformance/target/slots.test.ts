import { expect, test } from 'vitest';
import { Slots } from './slots.js';

test('who finds no place waits, and goes on in the order of coming', async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const all = [1, 2, 3, 4].map((number) => slots.take().then(() => begun.push(number)));
  await Promise.all(all.slice(0, 2));
  expect(begun).toEqual([1, 2]);
  slots.release();
  await all[2];
  expect(begun).toEqual([1, 2, 3]);
  slots.release();
  await all[3];
});

test('a place that nobody waits for is free for the next', async () => {
  const slots = new Slots(1);
  await slots.take();
  slots.release();
  await expect(slots.take()).resolves.toBeUndefined();
});
