import { describe, expect, test } from 'vitest';
import {
  hourly,
  hours,
  lab,
  month,
  priced,
  rows,
  unused,
  used,
  web,
} from '../../../../tests/support/bill/reserved-hours.js';
import { daily } from '../../../../tests/support/bill/unusual-rows.js';
import { type TestDataset, testBill } from '../../../../tests/support/dataset/dataset.js';

describe('the savings rate', () => {
  const rates = (dataset: TestDataset, scope: string) =>
    dataset.call('getEffectiveSavingsRate', { query: { period: '2026-06', scope } });

  test('is negative for an account that holds only unused commitment', () => {
    const payer = testBill(
      hourly(() => [
        { ...used, ...web, ...priced(4, 4, 1) },
        { ...unused, SubAccountId: 'payer', ...priced(0, 0, 2) },
      ]),
    );
    const { totals, accounts } = rates(payer, 'eligible');
    expect(totals).toMatchObject({ on_demand_equivalent: 4 * hours, effective_cost: 3 * hours });
    expect(accounts[1]).toMatchObject({
      account_id: 'payer',
      on_demand_equivalent: 0,
      commitment_saved: -2 * hours,
      total_rate_pct: null,
    });
  });

  test('is not measured without list prices', () => {
    const unpriced = testBill(rows.map((row) => ({ ...row, ListCost: 0, ContractedCost: 0 })));
    expect(rates(unpriced, 'all')).toMatchObject({
      measured_share_pct: 0,
      totals: { measured: false, on_demand_equivalent: null },
    });
  });

  test('of a bill with only unused commitments is measured', () => {
    const idle = testBill(hourly(() => [{ ...unused, ...web, ...priced(0, 0, 1) }], 10));
    const rate = {
      ...{ measured: true, on_demand_equivalent: 0, effective_cost: 240, commitment_saved: -240 },
      total_rate_pct: null,
    };
    expect(rates(idle, 'eligible')).toMatchObject({
      measured_share_pct: 100,
      totals: rate,
      accounts: [rate],
    });
    idle.clock.advance(21 * 86_400_000);
    expect(idle.call('getCommitmentOverview')).toMatchObject({ accounts: [{ monthly_saved: -240 }] });
  });

  test('lists an account once, whose usage without list prices counts with what it was billed', () => {
    const priceless = { ServiceName: 'Mail', ProviderName: 'Provider B' } as const;
    const mixed = testBill(
      hourly(
        () => [
          { ...used, ...web, ...priced(2, 2, 1) },
          { ...priceless, ...web, ...priced(0, 0, 0.5, 1) },
          { ...priceless, ...lab, ...priced(0, 0, 0.5, 1) },
        ],
        1,
      ),
    );
    expect(rates(mixed, 'all')).toMatchObject({
      measured_share_pct: 50,
      totals: { measured: true, on_demand_equivalent: 48, effective_cost: 24 },
      accounts: [
        { account_name: 'web', measured: true, on_demand_equivalent: 48, effective_cost: 24 },
        { account_name: 'lab', measured: false, effective_cost: null },
      ],
    });
    expect(rates(mixed, 'eligible').measured_share_pct).toBe(100);
  });

  test('has an account whose usage is free at list prices', () => {
    const free = testBill(
      hourly(
        () => [
          { ...used, ...web, ...priced(2, 2, 1) },
          { ...used, ...lab, ...priced(0, 5, 0) },
        ],
        1,
      ),
    );
    expect(rates(free, 'all').accounts).toMatchObject([
      { account_name: 'web' },
      { account_name: 'lab', commitment_saved: 120, negotiated_saved: -120, total_rate_pct: null },
    ]);
  });
});

test('utilization is computed from effective costs without quantities, and names that as its unit', () => {
  const query = { type: 'ri', start: '2026-06-29', end: '2026-06-30' };
  const bare = rows.map((row) => ({ ...row, CommitmentDiscountQuantity: null }));
  expect(testBill(bare).call('getCommitmentUtilization', { query }).services).toMatchObject([
    { size_unit: 'effective_cost', used_hours: 72, purchased_hours: 96, utilization_pct: 75 },
  ]);
});

test('utilization of commitments in several units is computed from effective costs', () => {
  const inMinutes = {
    CommitmentDiscountId: 'ri-2',
    CommitmentDiscountUnit: 'Minutes',
    CommitmentDiscountQuantity: 60,
    ...priced(0, 0, 0.2),
  };
  const two = rows.flatMap((row) =>
    row.CommitmentDiscountStatus === 'Unused' ? [row, { ...row, ...inMinutes }] : [row],
  );
  const query = { type: 'ri', start: '2026-06-29', end: '2026-06-30' };
  const dataset = testBill(two);
  expect(dataset.call('getCommitmentUtilization', { query }).services).toMatchObject([
    { size_unit: 'effective_cost', utilization_pct: 68.18 },
  ]);
  expect(dataset.call('getCommitmentsByService').services).toMatchObject([
    { ri: { utilization_pct: 68.18 } },
  ]);
});

test('a commitment that is hardly used has no recommendations, which a bill does not contain', () => {
  const wasted = hourly(() => [
    { ...used, ...web, CommitmentDiscountQuantity: 1, ...priced(1, 1, 1) },
    { ...unused, ...web, CommitmentDiscountQuantity: 9, ...priced(0, 0, 9) },
  ]);
  const path = { commitment_id: 'ri-1' };
  expect(testBill(wasted).call('getCommitment', { path })).toMatchObject({
    current_utilization_pct: 10,
    recommendations: [],
  });
});

test('coverage of a provider without commitments is measured and zero', () => {
  const plain = testBill(hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1) }]));
  expect(plain.call('getCoverageRates')).toMatchObject({
    measured: true,
    totals: { covered_monthly: 0, on_demand_monthly: 0, coverage_pct: null },
    services: [],
  });
  expect(plain.call('listCommitments').items).toEqual([]);
});

test('the uncovered base has no lowest hour if usage is charged by day', () => {
  const usage = daily('2026-06-01', '2026-06-30', {
    ...{ ServiceName: 'Compute', ...web, ...priced(240, 240, 240) },
  });
  const reservation = hourly(() => [{ ...used, ...web, ...priced(1, 1, 1) }]);
  expect(testBill([...usage, ...reservation]).call('listUncoveredSpend')).toMatchObject([
    {
      variability: null,
      on_demand_hourly_avg: 10,
      on_demand_hourly_min: null,
      on_demand_monthly: 10 * month,
      volatility_ratio: null,
    },
  ]);
});
