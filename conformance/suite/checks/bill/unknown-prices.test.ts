import { afterAll, expect, test } from 'vitest';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import {
  judgeMock,
  judgeOpened,
  openMock,
  servedBill,
  violationsIn,
} from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import { daily, reservation as reserved } from '../../../../tests/support/bill/unusual-rows.js';
import { reading } from '../../../../tests/support/mock/test-mock.js';

const now = '2026-07-01T00:00:00Z';

const unpriced = { ListCost: 0, ContractedCost: 0 };
const reservation = {
  ...unpriced,
  ServiceName: 'Compute',
  ...reserved,
  CommitmentDiscountUnit: 'Hours',
  CommitmentDiscountQuantity: 12,
  EffectiveCost: 30,
} as const;

const onDemand = { BilledCost: 9, EffectiveCost: 9, ListCost: 10, ContractedCost: 9 };

/** A reservation that is used for half a day without a price, and usage on demand, on each day of June. */
const rows = (
  [
    { ...reservation, CommitmentDiscountStatus: 'Used' },
    { ...reservation, EffectiveCost: 15, CommitmentDiscountStatus: 'Unused' },
    { ...onDemand, ServiceName: 'Compute' },
    { ...onDemand, ...unpriced, ProviderName: 'Provider B', ServiceName: 'Mail' },
  ] as const
).flatMap((row) => daily('2026-06-01', '2026-06-30', { SubAccountId: '111111111111', ...row }));

const data = focusFile(rows);
const served = await openMock(data, { now });
afterAll(() => served.close());

const read = (path: string, mock = served) => reading(mock.fetch, 'one_test_caller')(`commitments/${path}`);

test('usage without a price counts at what it cost, not as free', async () => {
  const { totals, accounts } = await read('esr?period=2026-06&scope=eligible');
  // 30 of the reservation and 10 on demand a day; 45 is the fee, and 9 was paid on demand.
  expect(totals).toMatchObject({ on_demand_equivalent: 1200, effective_cost: 1620, commitment_saved: -450 });
  expect(accounts[0].negotiated_saved).toBe(30);
  const coverage = await read('coverage-rates?provider=provider_a');
  expect(coverage.totals.coverage_pct).toBe(75);
});

test('savings of a provider without any price are not measured', async () => {
  const { totals, measured_share_pct } = await read('esr?period=2026-06&scope=all');
  expect(totals.on_demand_equivalent).toBe(1200);
  expect(measured_share_pct).toBeLessThan(100);
});

test('the suite computes the same, and warns of prices of 0', async () => {
  expect(violationsIn(await judgeOpened(served, data))).toEqual([]);
  const asFree = changed('GET /commitments/coverage-rates', 'totals.coverage_pct', () => 0);
  const report = await judgeOpened(served, data, ['bill.coverage-*'], asFree);
  expect(violationsIn(report).join()).toContain('`totals.coverage_pct` differs from the bill.');
});

test('usage without a price lowers the measured share', async () => {
  // 30 of the reservation of 40 are not known; with `scope=all` 9 more, which are only billed.
  const eligible = await read('esr?period=2026-06&scope=eligible');
  expect(eligible).toMatchObject({ measured_share_pct: 25, totals: { measured: true } });
  const all = await read('esr?period=2026-06&scope=all');
  expect(all.measured_share_pct).toBeCloseTo((100 * 10) / 49, 2);
});

test.each([
  ['empty list prices', { ListCost: null }],
  ['empty contracted prices', { ContractedCost: null }],
  ['list prices of 0', { ListCost: 0 }],
])('without any price, as of %s, no savings rate is measured', async (_, price) => {
  const unknown = focusFile(rows.map((row) => ({ ...row, ...price })));
  const mock = await servedBill(unknown, { now });
  const of = (path: string) => read(path, mock);
  for (const scope of ['eligible', 'all']) {
    const { measured_share_pct, totals, accounts } = await of(`esr?period=2026-06&scope=${scope}`);
    expect(measured_share_pct).toBe(0);
    for (const rate of [totals, ...accounts])
      expect(rate).toMatchObject({ measured: false, on_demand_equivalent: null, total_rate_pct: null });
  }
  const overview = await of('overview?provider=provider_a');
  expect(overview.global_esr).toBeNull();
  for (const row of overview.accounts) expect(row).toMatchObject({ esr_pct: null, monthly_saved: null });
  expect(mock.data?.notes.join('\n')).toMatch(/60 of 60 usage rows of Provider A/);
  expect(violationsIn(await judgeOpened(mock, unknown))).toEqual([]);
});

test('the suite warns of a share that leaves unknown prices out', async () => {
  const ofOne = focusFile(rows.map((row) => ({ ...row, ProviderName: 'Provider A' })));
  const esr = 'GET /commitments/esr';
  const whole = changed(esr, 'measured_share_pct', () => 100);
  const report = await judgeMock(ofOne, { now }, ['bill.savings-*'], whole);
  expect(violationsIn(report).join()).toContain('`measured_share_pct`');
});
