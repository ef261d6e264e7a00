import { afterAll, describe, expect, test } from 'vitest';
import { checks } from '../../conformance/checks/index.js';
import { type Defect, onBreak } from './defect.js';
import { defectsByArea } from './index.js';
import { complaints, judge } from './judge.js';

// The whole suite against every defect: slow, so not among the ordinary tests. `npm run test:defects`.

const clean = {
  independent: complaints(await judge()),
  mock: complaints(await judge({ base: 'mock' })),
};
const rows: { area: string; defect: string; 'found by': string; also: string; changed: number }[] = [];

describe('the whole suite finds what is wrong, and nothing else, in the server with', () => {
  test.each(
    Object.entries(defectsByArea).flatMap(([area, defects]) =>
      defects.map((defect) => [defect.name, area, defect] as const),
    ),
  )('%s', async (_, area, defect) => {
    const before = clean[defect.base ?? 'independent'];
    const { wrap, changed, thrown } = watched(defect);
    const report = await judge({ ...defect, wrap });
    const found = [...complaints(report)].filter(([verdict, message]) => before.get(verdict) !== message);
    const ids = [...new Set(found.map(([verdict]) => verdict.split(' ')[0]))];
    rows.push({
      area,
      defect: defect.name,
      'found by': ids.includes(defect.kills) ? defect.kills : 'nothing',
      also: ids.filter((id) => id !== defect.kills).join(', '),
      changed: changed(),
    });
    expect(report.summary.errored).toBe(0);
    expect(ids.sort()).toEqual([defect.kills, ...(defect.also ?? [])].sort());
    expect(thrown, 'a server that falls over is wrong in another way').toEqual([]);
    expect(changed(), 'requests that the defect changed, or answers').toBeGreaterThan(0);
  });
});

test('every check finds a defect of its own', () => {
  const killers = new Set(rows.map((row) => row['found by']));
  expect(checks.flatMap(({ id }) => (killers.has(id) ? [] : [id]))).toEqual([]);
});

afterAll(() => {
  console.table(rows);
  const killers = new Set(rows.map((row) => row['found by']));
  const without = checks.filter(({ id }) => !killers.has(id)).map(({ id }) => id);
  console.log(`${rows.length} defects. Checks without one: ${without.join(', ') || 'none'}.`);
});

/**
 * Counts how often a defect showed: not just the same request went in, or not the same answer came out.
 * What it throws is kept.
 */
function watched({ wrap }: Defect): {
  wrap: Defect['wrap'];
  changed: () => number;
  thrown: readonly unknown[];
} {
  const thrown: unknown[] = [];
  let asked = 0;
  let passedOn = 0;
  let untouched = 0;
  return {
    // A request that is made beside the others is told by their number.
    changed: () => Math.max(asked, passedOn) - untouched,
    thrown,
    wrap: (right) => {
      const passed = new Map<object, object>();
      const defective = wrap(async (request) => {
        passedOn += 1;
        const answer = await right(request);
        passed.set(request, answer);
        return answer;
      });
      const wrong = onBreak(defective, (error) => thrown.push(error));
      return async (request) => {
        asked += 1;
        const answer = await wrong(request);
        if (passed.get(request) === answer) untouched += 1;
        passed.delete(request);
        return answer;
      };
    },
  };
}
