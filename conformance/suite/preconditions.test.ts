import { expect, test } from 'vitest';
import { checks } from './checks/index.js';
import { preconditionsOf } from './preconditions.js';

const ids = new Set(checks.map(({ id }) => id));

test('every precondition is a check of the suite', () => {
  const named = [...ids].flatMap((id) => preconditionsOf(id));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test('no check is its own precondition, directly or indirectly', () => {
  const reaches = (from: string, id: string): boolean =>
    preconditionsOf(from).some((one) => one === id || reaches(one, id));
  expect([...ids].filter((id) => reaches(id, id))).toEqual([]);
});
