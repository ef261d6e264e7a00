import { expect, test } from 'vitest';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { checks } from '../../conformance/suite/checks/index.js';
import { plusDays } from '../../conformance/suite/figures/days.js';
import type { RowChange, Wrong } from './bill/bill-fault.js';
import { judgeBill, suiteWithStatements } from './bill/bill-server.js';
import { allBillFaults } from './bill/faults.js';
import { all, changed, refuses } from './changes.js';
import type { Change } from './faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';

const amounts = ['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost'] as const;

const doubled: RowChange = (row) => ({
  ...row,
  ...Object.fromEntries(amounts.map((name) => [name, 2 * Number(row[name])])),
  ContractApplied: row.ContractApplied.replace(
    /(AppliedCost":)([\d.]+)/,
    (_, name, cost) => `${name}${2 * cost}`,
  ),
});

const withoutLastDay: Change = (server) => (request) => {
  const query = new URLSearchParams(request.query);
  const end = query.get('end');
  if (end !== null) query.set('end', plusDays(end, -1));
  return server({ ...request, query });
};

const ofBill = checks.filter((check) => check.kind !== 'passive' && check.needsBill).map(({ id }) => id);

test('every check of a bill has a fault that it must report, and every fault has a unique name', () => {
  const caughtBy = new Set(allBillFaults.map((fault) => fault.caughtBy));
  expect(ofBill.filter((id) => !caughtBy.has(id))).toEqual([]);
  expect([...caughtBy].filter((id) => !ofBill.includes(id))).toEqual([]);
  expect(new Set(allBillFaults.map(({ name }) => name)).size).toBe(allBillFaults.length);
});

test('a server that was loaded with the bill has all of its figures', async () => {
  const { results, requests } = await judgeBill();
  expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(results.map(({ id }) => id)).toEqual(ofBill);
  expect(requests.caller).toBeLessThan(210);
});

test('a violation shows the difference, the number of rows and a statement', async () => {
  const fault = allBillFaults.find(({ name }) => name === 'corrections are dropped');
  const options = { only: ['bill.breakdown-total-is-the-sum-of-rows'] };
  const { results } = await judgeBill(fault, options, suiteWithStatements);
  const { expected, actual, sql } = results[0] ?? {};
  expect(expected).toMatch(/^-?[\d.]+ \(\d+ bill rows?\)$/);
  expect(actual).toMatch(/^-?[\d.]+ \(difference [+-][\d.]+\): the sum without corrections$/);
  expect(sql).toMatch(/^SET TimeZone = 'UTC';\nSELECT sum\(BilledCost\)\nFROM '.*'\nWHERE ProviderName = /);
});

const hourBefore = (time: unknown) => new Date(Date.parse(String(time)) - 3_600_000).toISOString();

test.each<[cause: string, wrong: Wrong]>([
  ['the sum without credits', { rows: (row) => (row.ChargeCategory === 'Credit' ? null : row) }],
  ['the sum without tax', { rows: (row) => (row.ChargeCategory === 'Tax' ? null : row) }],
  ['the sum of EffectiveCost', { rows: (row) => ({ ...row, BilledCost: row.EffectiveCost }) }],
  ['100 times the sum', { change: changed(breakdown, 'total_period_cost', (cost) => cost * 100) }],
  [
    'the sum of a range that is one day later',
    { rows: (row) => ({ ...row, ChargePeriodStart: hourBefore(row.ChargePeriodStart) }) },
  ],
  ['the sum without the last day', { change: withoutLastDay }],
])('a violation names a likely cause: %s', async (cause, wrong) => {
  const { results } = await judgeBill(wrong, { only: ['bill.breakdown-total-is-the-sum-of-rows'] });
  expect(results[0]?.actual).toMatch(new RegExp(`\\): ${cause}$`));
});

test.each([
  ['another amount', (cost: number) => cost + 1],
  ['no costs at all', () => 0],
])('a violation names no cause of %s', async (_, edit) => {
  const change = changed(breakdown, 'total_period_cost', edit);
  const { results } = await judgeBill({ change }, { only: ['bill.breakdown-total-is-the-sum-of-rows'] });
  expect(results[0]?.actual).toMatch(/\(difference [+-][\d.]+\)$/);
});

test.each([
  [
    'GET /commitments/overview',
    'accounts[].esr_pct',
    'bill.overview-is-of-the-last-complete-month',
    / = 100 × commitment_saved \/ on_demand_equivalent \(/,
  ],
  [
    'GET /providers/*/costs/summary',
    'monthly_spending_percentage',
    'bill.summary-is-the-sum-of-the-running-month',
    / = 100 × \([\d.]+ - cost\) \/ cost \(/,
  ],
  [
    'GET /commitments/detail/*',
    'utilization_history[].unused_cost',
    'bill.commitment-history-is-that-of-its-rows',
    / = cost - used_cost \(/,
  ],
] as const)('a violation in %s shows how %s is computed', async (operation, path, id, formula) => {
  const change = changed(operation, path, (value) => value + 10);
  const { results } = await judgeBill({ change }, { only: [id] });
  const expected = results.flatMap(({ violations }) => violations.map((one) => one.expected));
  expect(expected).not.toEqual([]);
  expect(expected.filter((text) => !formula.test(text))).toEqual([]);
});

test.each(['regions', 'environments'])(
  'a violation in %s of filter options shows the number of rows, not of values',
  async (name) => {
    const id = 'bill.filter-options-are-the-values-of-rows';
    const change = changed('GET /providers/*/costs/filter-options', name, (values) => values.slice(1));
    const { results } = await judgeBill({ change }, { only: [id] });
    const expected = results.flatMap(({ violations }) => violations.map((one) => one.expected));
    expect(expected).not.toEqual([]);
    for (const text of expected) expect(text).toMatch(/\(\d{2,} bill rows\)$/);
  },
);

test.each(['getCostBreakdown', 'getCostSummary', 'getCommitmentUtilization', 'getCommitment'] as const)(
  '%s alone is compared with the bill',
  async (operation) => {
    const { summary } = await judgeBill(undefined, { scope: { operations: [operation] } });
    expect(summary.passed).toBeGreaterThan(0);
  },
);

test('a run states why it compared nothing', async () => {
  const report = await judgeBill(undefined, { scope: { operations: ['getCommitmentsByService'] } });
  const { summary, notes } = report;
  expect(exitCodeOf(report)).toBe(3);
  expect(summary.passed + summary.failed).toBe(0);
  expect(notes).toContain('No selected check applies: requires getCoverageRates, which is out of scope.');
});

test('a run states that nothing was compared, although other checks pass', async () => {
  const change = changed('GET /providers', '', () => []);
  const only = ['bill.*', 'envelope.*'];
  const { notes, summary } = await judgeBill({ change }, { only });
  expect(summary.passed).toBeGreaterThan(0);
  expect(notes.join()).toMatch(/Nothing was compared with the bill: .*the server does not list provider_a/);
});

/** A server that implements only operations whose path contains a text. */
const only =
  (part: string): Change =>
  (server) =>
  (request) =>
    server(request.path.includes(part) ? request : { ...request, path: '/api/v1/no-such-route' });

test('a server without the list of providers is compared by the ids of the bill', async () => {
  const options = { allowMissing: true };
  const { summary } = await judgeBill({ change: only('/costs/') }, options);
  expect(summary).toMatchObject({ failed: 0, warned: 0, blocked: 0, not_applicable: 0 });
  const change = all(
    only('/costs/'),
    changed(breakdown, 'total_period_cost', (cost) => cost + 1),
  );
  const wrong = await judgeBill({ change }, options);
  expect(wrong.summary.failed).toBeGreaterThan(0);
});

test('a run states that no operation with figures of the bill is implemented', async () => {
  const options = { only: ['bill.*', 'envelope.*'], allowMissing: true };
  const { notes } = await judgeBill({ change: only('/audit/') }, options);
  expect(notes.join()).toContain('Nothing was compared with the bill: no check of it was run.');
});

test('a run states that all reads of figures failed', async () => {
  const change = refuses('GET /providers/*/costs/**', 500);
  const scope = { operations: ['getCostBreakdown', 'getCostTimeline'] as const };
  const report = await judgeBill({ change }, { scope });
  expect(exitCodeOf(report)).toBe(3);
  expect(report.notes.join()).toMatch(/Nothing was compared with the bill: .* returned 500/);
});

test('a report states that few checks passed, unless the server has one mistake', async () => {
  const { notes } = await judgeBill({ rows: doubled });
  expect(notes.join()).toMatch(/Only \d checks of the bill passed\. Load the server with exactly the files/);
  const fault = allBillFaults.find(({ name }) => name === 'corrections are dropped');
  expect((await judgeBill(fault)).notes.join()).not.toContain('of the bill passed');
});

test('a report names providers that only the bill has, or only the server', async () => {
  const provider = (name: string) => ({ provider_id: name, provider_name: name });
  const without = changed('GET /providers', '', (list) => list.slice(0, 1));
  const only = ['bill.breakdown-total-is-the-sum-of-rows'];
  const { notes, summary, results } = await judgeBill({ change: without }, { only });
  expect(notes.join()).toMatch(
    /does not list provider_b, provider_c of the bill, so their figures are not compared/,
  );
  expect(summary.blocked).toBe(0);
  const { status, message } = results[0] ?? {};
  expect([status, message]).toEqual(['warned', 'The list of providers lacks "provider_c".']);
  const more = changed('GET /providers', '', (list) => [...list, provider('provider_z')]);
  const other = await judgeBill({ change: more }, { only });
  expect(other.notes.join()).toContain('The bill has no charges of provider_z, which the server lists');
});

test('a value that the bill does not have is reported by its name', async () => {
  const change = changed(breakdown, 'items[].region', (region) =>
    region === 'north-1' ? 'Foo Region' : region,
  );
  const { results } = await judgeBill({ change }, { only: ['bill.breakdown-rows-are-sums-by-group'] });
  const messages = results.flatMap(({ violations }) => violations.map(({ message }) => message));
  expect(messages).toContain('`items` has an entry for region "Foo Region", which the bill does not have.');
  expect(messages.filter((message) => message.includes('(none)'))).toEqual([]);
});

test.each([
  ['null', () => null, ' is null, although the bill determines it.'],
  ['text', String, ' is not a number.'],
] as const)('a row whose cost is %s is not taken for a missing row', async (_, edit, problem) => {
  const id = 'bill.breakdown-rows-are-sums-by-group';
  const change = changed(breakdown, 'items[].cost', edit);
  const { results } = await judgeBill({ change }, { only: [id] });
  const messages = results.flatMap(({ violations }) => violations.map(({ message }) => message));
  expect(messages).not.toEqual([]);
  expect(messages.filter((message) => !message.endsWith(problem))).toEqual([]);
});

test.each([
  ['GET /commitments/uncovered', '[].on_demand_monthly', 'bill.uncovered-base-is-the-on-demand-remainder'],
  [
    'GET /providers/*/costs/timeline?dimension=service',
    'data_points[].parts[].amount',
    'bill.timeline-points-are-those-of-the-charge-period',
  ],
] as const)('a part in %s whose %s is null is not taken for 0', async (operation, path, id) => {
  const change = changed(operation, path, () => null);
  const { results } = await judgeBill({ change }, { only: [id] });
  const messages = results.flatMap(({ violations }) => violations.map(({ message }) => message));
  expect(messages).not.toEqual([]);
  expect(
    messages.filter((message) => !message.endsWith(' is null, although the bill determines it.')),
  ).toEqual([]);
});
