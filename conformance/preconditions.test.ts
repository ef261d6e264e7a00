import { expect, test } from 'vitest';
import { checks } from './checks/index.js';
import { preconditionsOf } from './preconditions.js';

const ids = new Set(checks.map(({ id }) => id));

test('what a check takes for granted is a check that comes with its own claim', () => {
  const named = [...ids].flatMap((id) => preconditionsOf(id));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test('no check takes itself for granted, in however many steps', () => {
  const reaches = (from: string, id: string): boolean =>
    preconditionsOf(from).some((one) => one === id || reaches(one, id));
  expect([...ids].filter((id) => reaches(id, id))).toEqual([]);
});
