import { expect, test } from 'vitest';
import { checks } from '../checks/index.js';
import { defects, defectsByArea } from './index.js';
import { complaints, judge } from './judge.js';

test('every defect has a name of its own and names checks that exist', () => {
  const ids = new Set(checks.map(({ id }) => id));
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  expect(defects.flatMap(({ kills, also = [] }) => [kills, ...also]).filter((id) => !ids.has(id))).toEqual(
    [],
  );
});

// One of each area; `npm run test:defects` judges them all by the whole suite.
test.each(
  Object.entries(defectsByArea).flatMap(([area, [first]]) => (first ? [[area, first] as const] : [])),
)('the suite finds the first defect of %s', async (_, { kills, wrap, base = 'independent' }) => {
  const only = [kills];
  const clean = complaints(await judge({ base, only }));
  const found = complaints(await judge({ base, wrap, only }));
  expect([...found].filter(([verdict, message]) => clean.get(verdict) !== message)).not.toEqual([]);
});
