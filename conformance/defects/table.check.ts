import { afterAll, describe, expect, test } from 'vitest';
import { checks } from '../checks/index.js';
import { defects } from './index.js';
import { complaints, judge } from './judge.js';

// The whole suite against every defect: slow, so not among the ordinary tests. `npm run test:defects`.

const clean = {
  independent: complaints(await judge()),
  mock: complaints(await judge({ base: 'mock' })),
};
const rows: { defect: string; 'found by': string; also: string }[] = [];

describe('the whole suite finds what is wrong, and nothing else, in the server with', () => {
  test.each(defects.map((defect) => [defect.name, defect] as const))('%s', async (_, defect) => {
    const before = clean[defect.base ?? 'independent'];
    const report = await judge(defect);
    const found = [...complaints(report)].filter(([verdict, message]) => before.get(verdict) !== message);
    const ids = [...new Set(found.map(([verdict]) => verdict.split(' ')[0]))];
    rows.push({
      defect: defect.name,
      'found by': ids.includes(defect.kills) ? defect.kills : 'nothing',
      also: ids.filter((id) => id !== defect.kills).join(', '),
    });
    expect(report.summary.errored).toBe(0);
    expect(ids.sort()).toEqual([defect.kills, ...(defect.also ?? [])].sort());
  });
});

afterAll(() => {
  const killers = new Set(defects.map(({ kills }) => kills));
  console.table(rows);
  const without = checks.filter(({ id }) => !killers.has(id)).map(({ id }) => id);
  console.log(`${rows.length} defects. Checks without one: ${without.join(', ') || 'none'}.`);
});
