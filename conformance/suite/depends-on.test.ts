import { expect, test } from 'vitest';
import { checks } from './checks/index.js';

const dependsOn = new Map(checks.map((check) => [check.id, check.dependsOn ?? []]));

test('every check that another depends on is one of the suite', () => {
  const named = [...dependsOn.values()].flat();
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !dependsOn.has(id))).toEqual([]);
});

test('no check depends on itself, directly or indirectly', () => {
  const reaches = (from: string, id: string): boolean =>
    (dependsOn.get(from) ?? []).some((one) => one === id || reaches(one, id));
  expect([...dependsOn.keys()].filter((id) => reaches(id, id))).toEqual([]);
});
