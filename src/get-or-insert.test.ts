import { expect, it, vi } from 'vitest';
import { getOrInsert, getOrInsertUpTo } from './get-or-insert.js';

it('computes a value once, also if it is undefined', () => {
  const entries = new Map<string, string | undefined>();
  const compute = vi.fn((key: string) => (key === 'none' ? undefined : `${key} computed`));
  for (const key of ['one', 'none', 'one', 'none', 'other']) getOrInsert(entries, key, compute);
  expect(compute.mock.calls).toEqual([['one'], ['none'], ['other']]);
  expect([...entries]).toEqual([
    ['one', 'one computed'],
    ['none', undefined],
    ['other', 'other computed'],
  ]);
});

it('sets nothing if the computation fails', () => {
  const entries = new WeakMap<object, number>();
  const key = {};
  const fail = () => {
    throw new Error('no value');
  };
  expect(() => getOrInsert(entries, key, fail)).toThrow('no value');
  expect(getOrInsert(entries, key, () => 1)).toBe(1);
});

it('empties a full cache before it adds a value', () => {
  const cache = new Map<number, string>();
  const keys = () => [1, 2, 2, 3].map((key) => getOrInsertUpTo(2, cache, key, String));
  expect(keys()).toEqual(['1', '2', '2', '3']);
  expect([...cache.keys()]).toEqual([3]);
});
