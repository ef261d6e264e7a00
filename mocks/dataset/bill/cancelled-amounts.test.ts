import { describe, expect, test } from 'vitest';
import { unused, used } from '../../../tests/support/bill/reserved-hours.js';
import { type FocusRow, rowOn } from '../../../tests/support/bill/tables-of.js';
import { cost as costs } from '../../../tests/support/bill/unusual-rows.js';
import { type TestDataset, testBill } from '../../../tests/support/dataset/dataset.js';

// Fractions that cancel do not add up to exactly 0 in binary, and equal sums differ in their last bits.

const path = { provider_id: 'provider_a' };

/** The last of them charges the others back. */
const cancelled = [0.123_456_7, 0.765_432_1, 0.333_333_3, -1.222_222_1];
const refunded = [1.604_937_1, 1.950_617_3, 4.333_332_9, -7.888_887_3];

/** A row of a day, with the same amount in all cost columns. */
function row(date: string, cost: number, columns: Partial<FocusRow> = {}): FocusRow {
  return rowOn(date, {
    ...costs(cost),
    ChargePeriodEnd: `${date}T24:00:00Z`,
    ...(cost < 0 ? { ChargeClass: 'Correction' as const } : {}),
    ...columns,
  });
}

const dayOf = (month: string, i: number) => `2026-${month}-${String(i + 1).padStart(2, '0')}`;

/** Rows of the first days of a month, one for each amount. */
function rowsIn(month: string, costs: readonly number[], columns: Partial<FocusRow> = {}): FocusRow[] {
  return costs.map((cost, i) => row(dayOf(month, i), cost, columns));
}

/** The cancelled amounts on the last days of May. */
const lateMay = cancelled.map((cost, i) => row(`2026-05-${28 + i}`, cost));

const june = rowsIn('06', Array(10).fill(10));
const billOf = (...rows: readonly FocusRow[]) => testBill(rows);

describe('after a month whose costs cancel', () => {
  const bill = billOf(...rowsIn('05', cancelled), ...june);

  test('a month of the breakdown has no change', () => {
    const query = { start: '2026-05-01', end: '2026-06-30', granularity: 'monthly' };
    const { items, totals_by_date } = bill.call('getCostBreakdown', { path, query });
    const june = { date: '2026-06', value: 100, change_percentage: null };
    expect(items[0].spendings_by_date[1]).toEqual(june);
    expect(totals_by_date[1]).toEqual(june);
  });

  test('a row of the breakdown has no change from a previous cost of 0', () => {
    const query = { start: '2026-06-01', end: '2026-06-04' };
    // The range before begins after the costs do, so its costs are known.
    const before = billOf(row('2026-05-20', 0), ...lateMay, ...june);
    expect(before.call('getCostBreakdown', { path, query }).items).toMatchObject([
      { cost: 40, previous_cost: 0, change_percentage: null },
    ]);
  });

  test('the summary and the forecast have no change', () => {
    expect(bill.call('getCostSummary', { path })).toMatchObject({
      monthly_spending: 100,
      monthly_spending_percentage: null,
      forecasted_monthly_costs_percentage: null,
      top_services: [{ cost: 100, change_percentage: null }],
    });
    expect(bill.call('getCostForecast', { query: { provider: 'provider_a' } })).toMatchObject({
      delta_pct_vs_last_month: null,
    });
  });
});

test('the savings rate of a month whose usage cancels is null', () => {
  const fee = { ...unused, BilledCost: 1, EffectiveCost: 1, ListCost: 0, ContractedCost: 0 };
  const bill = billOf(...rowsIn('05', cancelled), row('2026-05-04', 1, fee), ...june);
  const query = { period: '2026-05', scope: 'all' };
  expect(bill.call('getEffectiveSavingsRate', { query }).totals).toMatchObject({
    on_demand_equivalent: 0,
    effective_cost: 1,
    commitment_rate_pct: null,
    negotiated_rate_pct: null,
    total_rate_pct: null,
  });
  expect(bill.call('getCommitmentOverview')).toMatchObject({
    global_esr: null,
    accounts: [{ esr_pct: null }],
  });
});

test('an account whose usage cancels has no savings rate', () => {
  const lab = rowsIn('05', cancelled, { SubAccountId: '222222222222' });
  const query = { period: '2026-05', scope: 'all' };
  const { accounts } = billOf(row('2026-05-01', 5), ...lab, ...june).call('getEffectiveSavingsRate', {
    query,
  });
  expect(accounts.map((one: any) => one.account_id)).toEqual(['111111111111']);
});

/** What is shown of the only commitment. */
function commitmentIn(bill: TestDataset) {
  return bill.call('listCommitments').items[0];
}

test.each<[string, readonly FocusRow[], object]>([
  [
    'used, and charged back in full',
    [...rowsIn('06', cancelled, used), row('2026-06-05', 7)],
    { monthly_commitment_usd: 0, current_coverage_pct: 0, current_utilization_pct: null },
  ],
  [
    'used, beside usage that is charged back in full',
    [...rowsIn('06', [1, 1, 1, 1], used), ...rowsIn('06', cancelled), row('2026-06-05', 0)],
    { current_coverage_pct: 100, current_utilization_pct: 100 },
  ],
])('a commitment that is %s', (_, rows, expected) => {
  expect(commitmentIn(billOf(...rows))).toMatchObject(expected);
});

test('an unused commitment that is charged back does not count as waste', () => {
  const fees = rowsIn('06', refunded, unused);
  expect(billOf(...fees, row('2026-06-05', 7)).call('getCommitmentOverview')).toMatchObject({
    estimated_waste_monthly: 0,
    waste_commitment_count: 0,
  });
});

test('usage that is charged back in the same hour does not count as uncovered', () => {
  const hour = { ChargePeriodStart: '2026-06-01T00:00:00Z', ChargePeriodEnd: '2026-06-01T01:00:00Z' };
  const rows = [...rowsIn('06', [1, 1, 1, 1], used), ...rowsIn('06', cancelled, hour), row('2026-06-05', 0)];
  expect(billOf(...rows).call('listUncoveredSpend')).toEqual([]);
});
