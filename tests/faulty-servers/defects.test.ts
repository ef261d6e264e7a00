import { expect, test } from 'vitest';
import { checks } from '../../conformance/checks/index.js';
import { defects, defectsByArea } from './index.js';
import { complaints, judge } from './judge.js';

test('every defect has a name of its own and names checks that exist', () => {
  const ids = new Set(checks.map(({ id }) => id));
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  expect(defects.flatMap(({ kills, also = [] }) => [kills, ...also]).filter((id) => !ids.has(id))).toEqual(
    [],
  );
});

// A check that always passes leaves its defect unfound, which `npm run test:defects` holds against it.
test('for every check there is a defect that it has to find', () => {
  const killers = new Set(defects.map(({ kills }) => kills));
  expect(checks.map(({ id }) => id).filter((id) => !killers.has(id))).toEqual([]);
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

// The two servers hold other data at other times, so only what is wrong is the same.
test.each((defectsByArea.meaning ?? []).map((defect) => [defect.name, defect] as const))(
  '%s has the same fingerprints on servers of other data',
  async (_, { kills, wrap }) => {
    const fingerprintsOn = async (base: 'independent' | 'mock') => {
      const { results } = await judge({ base, wrap, only: [kills] });
      return new Set(results.flatMap(({ fingerprint }) => fingerprint ?? []));
    };
    const [here, there] = [await fingerprintsOn('independent'), await fingerprintsOn('mock')];
    // What one of them does not hold cannot be wrong there.
    if (here.size > 0 && there.size > 0) expect(here).toEqual(there);
  },
);
