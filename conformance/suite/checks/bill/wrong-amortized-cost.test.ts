import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { runOf, servedBill } from '../../../../tests/focus/oracle.js';
import { suiteWithBill } from '../../../../tests/support/bill/shared-bill.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';
import { verdictOf } from '../../../engine/report/findings.js';
import { prettyReport } from '../../../engine/report/pretty.js';
import { exitCodeOf, type Report } from '../../../engine/report.js';
import { runChecks } from '../../../engine/run-checks.js';

const folder = temporaryFolder('wrong-amortized-cost');
const example = 'docs/examples/bill/costs.csv';
const suite = suiteWithBill([example], true);

/** Judges the mock of a bill with the example at hand, in the standard profile. */
async function judge(data: string, change?: Change): Promise<Report> {
  const mock = await servedBill(data);
  return runChecks(suite, { ...runOf(mock, example, ['bill.*'], change), profile: 'standard' });
}

/** Writes the example with another `EffectiveCost` in its first rows of Provider A that have one. */
function withEffectiveCost(amount: string, mostRows: number): string {
  const [header = '', ...rows] = readFileSync(example, 'utf8').trimEnd().split('\n');
  // Counted from the end, because JSON in a column before has commas.
  const fromEnd = header.split(',').indexOf('EffectiveCost') - header.split(',').length;
  let left = mostRows;
  const changedRows = rows.map((row) => {
    const values = row.split(',');
    if (values[0] !== 'Provider A' || Number(values.at(fromEnd)) === 0 || left === 0) return row;
    left -= 1;
    return values.with(fromEnd, amount).join(',');
  });
  expect(left).toBe(0);
  const file = join(folder, 'wrong.csv');
  writeFileSync(file, [header, ...changedRows, ''].join('\n'));
  return file;
}

const failedIn = ({ results }: Report) =>
  results.filter(({ status }) => status === 'failed').map(({ id }) => id);

test('the mock of the example has the figures of its rows', async () => {
  const report = await judge(example);
  expect([exitCodeOf(report), failedIn(report)]).toEqual([0, []]);
  expect(report.bill).toMatchObject({ differing: 0 });
  expect(report.bill?.compared).toBeGreaterThan(100);
  const required = report.results.filter(({ level, status }) => level === 'MUST' && status !== 'passed');
  expect(required.map(({ id, status, message }) => [id, status, message])).toEqual([]);
});

test('a server with a wrong amortized cost of 12 rows fails', async () => {
  const report = await judge(withEffectiveCost('9.99', 12));
  expect(failedIn(report)).toEqual(
    expect.arrayContaining([
      'bill.breakdown-views-are-their-cost-columns',
      'bill.savings-are-split-by-what-earned-them',
    ]),
  );
  expect(exitCodeOf(report)).toBe(1);
  expect(verdictOf(report).reason).toMatch(/ failed, and \d+ figures differ from the bill$/);
  const text = prettyReport(report, { colour: false });
  expect(text).toMatch(/≠ BILL \d+ of \d+ figures differ from the bill, the largest difference first/);
  expect(text).toContain(`FROM '${example}'`);
  expect(report.bill?.figures[0]).toMatchObject({ status: 'differs', difference: -1284.02 });
});

test('a server whose amortized cost does not have the documented shape gets a warning', async () => {
  const undocumented = changed('GET /providers/*/costs/breakdown', 'pagination', () => 'none');
  const report = await judge(withEffectiveCost('9.99', 12), undocumented);
  expect(failedIn(report)).not.toContain('bill.breakdown-views-are-their-cost-columns');
});

test('other readings of blended and net costs get a warning', async () => {
  const report = await judge(example, (server) => async (request) => {
    const view = new URLSearchParams(request.query).get('show_cost_as') ?? '';
    const isOther = ['blended', 'net_unblended', 'net_amortized'].includes(view);
    const change = changed('GET /providers/*/costs/breakdown', 'total_period_cost', (cost) => cost - 1);
    return isOther ? change(server)(request) : server(request);
  });
  const views = report.results.find(({ id }) => id === 'bill.breakdown-views-are-their-cost-columns');
  expect(views?.status).toBe('warned');
  expect(exitCodeOf(report)).toBe(0);
});
