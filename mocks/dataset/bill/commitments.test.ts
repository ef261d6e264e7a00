import { describe, expect, test } from 'vitest';
import { inventoryOf } from '../../../tests/support/bill/inventory-of.js';
import { type FocusRow, tablesOf } from '../../../tests/support/bill/tables-of.js';
import { type TestDataset, testBill } from '../../../tests/support/dataset/dataset.js';

const priced = (list: number, contracted: number, effective: number, billed = 0) => ({
  ListCost: list,
  ContractedCost: contracted,
  EffectiveCost: effective,
  BilledCost: billed,
});
const web = { SubAccountId: '111111111111', SubAccountName: 'web', RegionId: 'north-1' } as const;
const lab = { SubAccountId: '222222222222', SubAccountName: 'lab', RegionId: 'north-1' } as const;
const reserved = {
  ServiceName: 'Compute',
  CommitmentDiscountId: 'ri-1',
  CommitmentDiscountName: 'base load',
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Reserved',
  CommitmentDiscountUnit: 'Hours',
} as const;
const used = { ...reserved, CommitmentDiscountStatus: 'Used' } as const;
const unused = { ...reserved, CommitmentDiscountStatus: 'Unused' } as const;

/** Repeats rows in each hour of June. */
function hourly(rowsOf: (hour: number) => readonly Partial<FocusRow>[], days = 30): FocusRow[] {
  return Array.from({ length: 24 * days }, (_, i) =>
    rowsOf(i % 24).map((row) => ({
      ...row,
      ChargePeriodStart: new Date(Date.UTC(2026, 5, 1, i)).toISOString(),
    })),
  ).flat();
}

/**
 * In each hour a reservation of four units at 0.50: two used by `web`, one by `lab`, one unused. On demand, `web`
 * spends 10 at list and 9 at contracted prices, and storage costs 1.
 */
const rows = hourly(() => [
  { ...used, ...web, CommitmentDiscountQuantity: 2, ...priced(4, 3.6, 1) },
  { ...used, ...lab, CommitmentDiscountQuantity: 1, ...priced(2, 2, 0.5) },
  // Nothing ran, so the list price does not count.
  { ...unused, ...web, CommitmentDiscountQuantity: 1, ...priced(99, 99, 0.5) },
  { ServiceName: 'Compute', ...web, platform: 'Linux', ...priced(10, 9, 9, 9) },
  { ServiceName: 'Storage', ...web, ...priced(1, 1, 1, 1) },
]);
const bill = testBill(tablesOf(rows));
const hours = 24 * 30;
const month = 730;

describe('the savings rate', () => {
  const rates = (dataset: TestDataset, scope: string) =>
    dataset.call('getEffectiveSavingsRate', { query: { period: '2026-06', scope } });

  test('is negative for an account that holds only unused commitment', () => {
    const payer = testBill(
      tablesOf(
        hourly(() => [
          { ...used, ...web, ...priced(4, 4, 1) },
          { ...unused, SubAccountId: 'payer', ...priced(0, 0, 2) },
        ]),
      ),
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
    const unpriced = testBill(tablesOf(rows.map((row) => ({ ...row, ListCost: 0, ContractedCost: 0 }))));
    expect(rates(unpriced, 'all')).toMatchObject({
      measured_share_pct: 0,
      totals: { measured: false, on_demand_equivalent: null },
    });
  });

  test('of a bill with only unused commitments is measured', () => {
    const idle = testBill(tablesOf(hourly(() => [{ ...unused, ...web, ...priced(0, 0, 1) }], 10)));
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
      tablesOf(
        hourly(
          () => [
            { ...used, ...web, ...priced(2, 2, 1) },
            { ...priceless, ...web, ...priced(0, 0, 0.5, 1) },
            { ...priceless, ...lab, ...priced(0, 0, 0.5, 1) },
          ],
          1,
        ),
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
      tablesOf(
        hourly(
          () => [
            { ...used, ...web, ...priced(2, 2, 1) },
            { ...used, ...lab, ...priced(0, 5, 0) },
          ],
          1,
        ),
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
  expect(testBill(tablesOf(bare)).call('getCommitmentUtilization', { query }).services).toMatchObject([
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
  const dataset = testBill(tablesOf(two));
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
  expect(testBill(tablesOf(wasted)).call('getCommitment', { path })).toMatchObject({
    current_utilization_pct: 10,
    recommendations: [],
  });
});

test('coverage of a provider without commitments is measured and zero', () => {
  const plain = testBill(tablesOf(hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1) }])));
  expect(plain.call('getCoverageRates')).toMatchObject({
    measured: true,
    totals: { covered_monthly: 0, on_demand_monthly: 0, coverage_pct: null },
    services: [],
  });
  expect(plain.call('listCommitments').items).toEqual([]);
});

test('the uncovered base has no lowest hour if usage is charged by day', () => {
  const daily = Array.from(
    { length: 30 },
    (_, i): FocusRow => ({
      ServiceName: 'Compute',
      ...web,
      ...priced(240, 240, 240),
      ChargePeriodStart: new Date(Date.UTC(2026, 5, i + 1)).toISOString(),
      ChargePeriodEnd: new Date(Date.UTC(2026, 5, i + 2)).toISOString(),
    }),
  );
  const reservation = hourly(() => [{ ...used, ...web, ...priced(1, 1, 1) }]);
  expect(testBill(tablesOf([...daily, ...reservation])).call('listUncoveredSpend')).toMatchObject([
    {
      variability: null,
      on_demand_hourly_avg: 10,
      on_demand_hourly_min: null,
      on_demand_monthly: 10 * month,
      volatility_ratio: null,
    },
  ]);
});

describe('a commitment', () => {
  const path = { commitment_id: 'ri-1' };

  test('has its figures, and nothing that only the provider knows', () => {
    expect(bill.call('listCommitments').items).toEqual([
      {
        id: 'ri-1',
        provider: 'provider_a',
        service: 'Compute',
        service_label: 'Compute',
        account_id: '111111111111',
        account_name: 'web',
        region: 'north-1',
        kind: 'reserved_instance',
        start_date: '2026-06-01',
        end_date: '2026-07-01',
        status: 'active',
        current_utilization_pct: 75,
        current_coverage_pct: 37.5,
        monthly_commitment_usd: 2 * month,
      },
    ]);
    expect(bill.call('listCommitmentInventory', { query: { instrument: 'ri' } }).rows).toMatchObject([
      {
        id: 'ri-1',
        state: null,
        payment_option: null,
        term_months: null,
        start: null,
        end: null,
        qty: null,
        committed_monthly: 2 * month,
        unused_monthly: 0.5 * month,
        saved_monthly: 4 * month,
        reservation_name: 'base load',
        on_demand: { on_demand_cost: 6 * hours, covered_cost: 1.5 * hours, unit_hours: 3 * hours },
      },
    ]);
  });

  test('has no covered hours if its quantities are not in hours', () => {
    const minutes = rows.map((row) =>
      row.CommitmentDiscountUnit ? { ...row, CommitmentDiscountUnit: 'Minutes' } : row,
    );
    const { consumers } = testBill(tablesOf(minutes)).call('getCommitment', { path });
    expect(consumers).toMatchObject([{ covered_hours: null }, { covered_hours: null }]);
  });

  test('has histories, consumers and the remainder of its service', () => {
    const detail = bill.call('getCommitment', { path });
    expect(detail.utilization_history).toHaveLength(30);
    expect(detail.utilization_history[0]).toEqual({
      date: '2026-06-01',
      utilization_pct: 75,
      purchased_hours: 96,
      used_hours: 72,
      unused_cost: 12,
    });
    expect(detail.coverage_history[29]).toEqual({ date: '2026-06-30', coverage_pct: 37.5 });
    expect(detail).toMatchObject({
      on_demand_monthly: 10 * month,
      covered_spend_monthly: 4088,
      fee_monthly_net: 2 * month,
      protects_monthly: 2628,
      rightsizing_monthly: 0.5 * month,
      utilization_slope_pp_30d: 0,
      history: [],
      recommendations: [],
      consumers: [
        { account_id: '111111111111', covered_spend_monthly: 2628, covered_hours: 2 * month },
        { account_id: '222222222222', covered_spend_monthly: 2 * month, covered_hours: month },
      ],
    });
  });

  test('has the state, term, payment and quantity of an inventory', () => {
    const entry = inventoryOf('ri-1', {
      state: 'active',
      start: Date.UTC(2025, 6, 15),
      end: Date.UTC(2026, 6, 15),
      termMonths: 12,
      paymentOption: 'no_upfront',
      quantity: 4,
    });
    const known = testBill(tablesOf(rows), { inventory: [entry] });
    expect(known.call('listCommitments').items).toMatchObject([
      { start_date: '2025-07-15', end_date: '2026-07-15', status: 'expiring' },
    ]);
    const query = { instrument: 'ri', state: 'active' };
    expect(known.call('listCommitmentInventory', { query }).rows).toMatchObject([
      {
        state: 'active',
        qty: 4,
        term_months: 12,
        payment_option: 'no_upfront',
        end_at: '2026-07-15T00:00:00Z',
      },
    ]);
    expect(known.call('getCommitmentOverview')).toMatchObject({
      commitment_count: 1,
      expiring_count: 1,
      total_committed_monthly: 2 * month,
      estimated_waste_monthly: 0.5 * month,
      coverage_pct: 37.5,
    });
    expect(known.call('getCommitmentPortfolio').rows).toMatchObject([
      { unit_count: 4, unit_rate_hourly: 0.5, expires_in_seconds: 14 * 86_400 },
    ]);
  });

  test('has a state in the words of the provider, and a status by its charges', () => {
    const known = testBill(tablesOf(rows), { inventory: [inventoryOf('ri-1', { state: 'Running' })] });
    const query = { instrument: 'ri' };
    expect(known.call('listCommitmentInventory', { query }).rows).toMatchObject([{ state: 'Running' }]);
    expect(known.call('listCommitments').items).toMatchObject([{ status: 'active' }]);
    expect(known.call('getCommitmentPortfolio').rows).toMatchObject([{ utilization_pct: 75 }]);
    expect(known.call('getCommitment', { path: { commitment_id: 'ri-1' } })).toMatchObject({
      fee_monthly_net: 2 * month,
    });
  });

  test('has the term and the upfront payment of a purchase in the data', () => {
    const purchase: FocusRow = {
      ...reserved,
      ...web,
      ChargeCategory: 'Purchase',
      ChargeFrequency: 'One-Time',
      BilledCost: 8760,
      ChargePeriodStart: '2026-06-01T00:00:00Z',
      ChargePeriodEnd: '2027-06-01T00:00:00Z',
    };
    const monthly: FocusRow = {
      ...reserved,
      ...web,
      ChargeCategory: 'Purchase',
      ChargeFrequency: 'Recurring',
      BilledCost: 720,
      ChargePeriodStart: '2026-06-01T00:00:00Z',
      ChargePeriodEnd: '2026-07-01T00:00:00Z',
    };
    const detailOf = (...purchases: FocusRow[]) =>
      testBill(tablesOf([...rows, ...purchases])).call('getCommitment', { path });
    const term = { start_date: '2026-06-01', end_date: '2027-06-01', term_months: 12, status: 'active' };
    expect(detailOf(purchase)).toMatchObject({ ...term, payment_option: 'all_upfront' });
    expect(detailOf(purchase, monthly)).toMatchObject({ ...term, payment_option: 'partial_upfront' });
    // An upfront payment before the data is not known.
    expect(detailOf(monthly)).toMatchObject({ term_months: null, payment_option: null });
  });

  test('of several services covers a share of its own service', () => {
    const plan = {
      ...used,
      ...web,
      CommitmentDiscountId: 'sp-1',
      CommitmentDiscountCategory: 'Spend',
    } as const;
    const plans = testBill(
      tablesOf(
        hourly(() => [
          { ...plan, ServiceName: 'Compute', ...priced(4, 4, 3) },
          { ...plan, ServiceName: 'Database', ...priced(6, 6, 2) },
          { ServiceName: 'Compute', ...web, ...priced(1, 1, 1) },
        ]),
      ),
    );
    expect(plans.call('listCommitments').items).toMatchObject([
      { service: 'Compute', current_coverage_pct: 80, monthly_commitment_usd: 5 * month },
    ]);
    expect(plans.call('getCommitment', { path: { commitment_id: 'sp-1' } }).coverage_history[0]).toEqual({
      date: '2026-06-01',
      coverage_pct: 80,
    });
    expect(plans.call('listCommitmentCoverage').items).toMatchObject([
      { usage_cost_monthly: 10 * month, coverage_pct: 80 },
    ]);
  });

  test('that did not run for a month is not measured', () => {
    const ended = testBill(
      tablesOf([
        { ...used, ...web, ...priced(1, 1, 1), ChargePeriodStart: '2026-04-01T00:00:00Z' },
        ...hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1) }]),
      ]),
    );
    expect(ended.call('listCommitments').items).toMatchObject([
      { id: 'ri-1', status: 'expired', current_utilization_pct: null, monthly_commitment_usd: null },
    ]);
    expect(ended.call('getCommitmentPortfolio').rows).toEqual([]);
  });
});

describe('the texts of a commitment that only the provider knows', () => {
  const base = hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1) }]);
  const on = (day: string): Partial<FocusRow> & Pick<FocusRow, 'ChargePeriodStart'> => ({
    ...used,
    ...priced(2, 2, 1),
    ChargePeriodStart: `${day}T00:00:00Z`,
  });
  const rowOf = (own: readonly FocusRow[], now?: string) => {
    const dataset = testBill(tablesOf([...base, ...own]), now === undefined ? {} : { now });
    return dataset.call('listCommitments').items[0];
  };

  test('the account and the region are those with the highest effective cost', () => {
    const own = [
      { ...on('2026-06-29'), ...lab, RegionId: 'south-1' },
      { ...on('2026-06-30'), ...lab },
      { ...on('2026-06-30'), ...web, EffectiveCost: 1.5 },
      { ...on('2026-06-28'), RegionId: 'east-1', EffectiveCost: 9 },
    ];
    expect(rowOf(own)).toMatchObject({ account_id: lab.SubAccountId, account_name: 'lab', region: 'east-1' });
  });

  test('without an account and a region, it belongs to the billing account and is global', () => {
    expect(rowOf([on('2026-06-30')])).toMatchObject({
      account_id: 'payer',
      account_name: 'payer',
      region: 'global',
    });
  });

  test('without a term, the days are those of its charges', () => {
    const current = [on('2026-06-05'), on('2026-06-30')];
    const term = { start_date: '2026-06-05', end_date: '2026-07-01' };
    expect(rowOf(current)).toMatchObject({ ...term, status: 'active' });
    // Its end is not known, so it does not expire as time goes by.
    expect(rowOf(current, '2026-09-01T00:00:00Z')).toMatchObject({ ...term, status: 'active' });
    const ended = [on('2026-06-05'), on('2026-06-27')];
    expect(rowOf(ended)).toMatchObject({ end_date: '2026-06-28', status: 'expired' });
  });

  test('a provider whose charges end earlier has active commitments', () => {
    const own = { ...on('2026-06-20'), ProviderName: 'Provider B' };
    expect(rowOf([own])).toMatchObject({ provider: 'provider_b', status: 'active' });
  });

  test('a term that is known in part is completed by its charges', () => {
    const dataset = (known: { readonly start?: number; readonly end?: number }) =>
      testBill(tablesOf([...base, on('2026-06-30')]), {
        inventory: [inventoryOf('ri-1', known)],
      }).call('listCommitments').items[0];
    expect(dataset({ start: Date.UTC(2025, 0, 15) })).toMatchObject({
      start_date: '2025-01-15',
      end_date: '2026-07-01',
      status: 'active',
    });
    expect(dataset({ end: Date.UTC(2026, 6, 5) })).toMatchObject({
      start_date: '2026-06-30',
      end_date: '2026-07-05',
      status: 'expiring',
    });
  });

  test('a purchase whose period ends long before the usage has no term', () => {
    const bought = (end: string) =>
      rowOf([
        on('2026-06-30'),
        {
          ...on('2026-06-01'),
          ...priced(0, 0, 0, 8760),
          CommitmentDiscountStatus: null,
          ChargeCategory: 'Purchase',
          ChargeFrequency: 'One-Time',
          ChargePeriodEnd: end,
        },
      ]);
    expect(bought('2026-06-02T00:00:00Z')).toMatchObject({ status: 'active', end_date: '2026-07-01' });
    expect(bought('2026-06-29T00:00:00Z')).toMatchObject({ status: 'expired', end_date: '2026-06-29' });
    expect(bought('2027-06-01T00:00:00Z')).toMatchObject({ status: 'active', end_date: '2027-06-01' });
  });

  test('one without charges has the texts of the inventory', () => {
    const queued = inventoryOf('ri-2', {
      provider: 'provider_a',
      category: 'Usage',
      state: 'queued',
      start: Date.UTC(2026, 6, 10),
    });
    const dataset = testBill(tablesOf(base), { inventory: [queued] });
    expect(dataset.call('listCommitments').items).toMatchObject([
      {
        account_id: '',
        region: 'global',
        start_date: '2026-07-10',
        end_date: '2026-07-11',
        status: 'pending',
      },
    ]);
    const query = { instrument: 'ri' };
    expect(dataset.call('listCommitmentInventory', { query }).rows).toMatchObject([
      { start: '2026-07-10', end: null, end_is_derived: false },
    ]);
    const ofAYear = testBill(tablesOf(base), { inventory: [{ ...queued, termMonths: 12 }] });
    expect(ofAYear.call('listCommitmentInventory', { query }).rows).toMatchObject([
      { end: '2027-07-10', end_is_derived: true, term_months: 12 },
    ]);
    const end = Date.UTC(2027, 6, 1);
    const ended = testBill(tablesOf(base), { inventory: [{ ...queued, termMonths: 12, end }] });
    expect(ended.call('listCommitmentInventory', { query }).rows).toMatchObject([
      { end: '2027-07-01', end_is_derived: false },
    ]);
  });

  test('the savings rate of usage without an account has empty texts', () => {
    const rates = testBill(tablesOf([...base, on('2026-06-30')])).call('getEffectiveSavingsRate', {
      query: { period: '2026-06', scope: 'all' },
    });
    expect(rates.accounts[1]).toMatchObject({ account_id: '', account_name: '', effective_cost: 1 });
  });
});

describe('a commitment that is charged by month', () => {
  const inMonth = (month: string, last: string) => [
    {
      ...used,
      ...web,
      CommitmentDiscountQuantity: 600,
      ...priced(600, 540, 240),
      ChargePeriodStart: `2026-${month}-01T00:00:00Z`,
      ChargePeriodEnd: last,
    },
    {
      ...unused,
      ...web,
      CommitmentDiscountQuantity: 120,
      ...priced(0, 0, 120),
      ChargePeriodStart: `2026-${month}-01T00:00:00Z`,
      ChargePeriodEnd: last,
    },
  ];
  const onDemand = hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1, 1) }]);
  const monthlyRows = [...inMonth('06', '2026-07-01T00:00:00Z'), ...onDemand];
  const dataset = testBill(tablesOf(monthlyRows));

  test('runs until the end of the month, and costs its fee of every hour of it', () => {
    expect(dataset.call('listCommitments').items).toMatchObject([
      {
        start_date: '2026-06-01',
        end_date: '2026-07-01',
        status: 'active',
        current_utilization_pct: 83.33,
        monthly_commitment_usd: 365,
      },
    ]);
    expect(dataset.call('getCommitmentPortfolio').rows).toMatchObject([
      { hourly_commitment_usd: 0.5, fee_monthly_net: 365, rightsizing_monthly: 121.67 },
    ]);
    expect(dataset.call('getCommitmentUtilization', { query: { type: 'ri' } }).services).toMatchObject([
      { utilization_pct: 83.33, purchased_hours: 720, committed_hourly_usd: 0.5, committed_monthly_usd: 365 },
    ]);
  });

  test('counts its fee of a month once in a window that ends during it', () => {
    const later = testBill(tablesOf(monthlyRows), { now: '2026-06-16T00:00:00Z' });
    expect(later.call('listCommitments').items).toMatchObject([{ monthly_commitment_usd: 365 }]);
  });

  test('can be charged by day before', () => {
    const mixed = hourly(() => [
      { ...used, ...web, CommitmentDiscountQuantity: 1, ...priced(1, 1, 0.5) },
    ]).filter(({ ChargePeriodStart }) => ChargePeriodStart < '2026-06-11');
    const rest = {
      ...used,
      ...web,
      CommitmentDiscountQuantity: 480,
      ...priced(480, 480, 240),
      ChargePeriodStart: '2026-06-11T00:00:00Z',
      ChargePeriodEnd: '2026-07-01T00:00:00Z',
    } as const;
    expect(testBill(tablesOf([...mixed, rest])).call('listCommitments').items).toMatchObject([
      { current_utilization_pct: 100, monthly_commitment_usd: 365 },
    ]);
  });
});

test('the kind of a commitment depends on the provider and the category', () => {
  const committed = (ProviderName: string, category: 'Usage' | 'Spend') => ({
    ...used,
    ...web,
    ProviderName,
    CommitmentDiscountId: `${ProviderName} ${category}`,
    CommitmentDiscountCategory: category,
    ...priced(1, 1, 1),
  });
  const all = testBill(
    tablesOf(
      hourly(() => [
        committed('Provider A', 'Usage'),
        committed('Provider A', 'Spend'),
        committed('Provider B', 'Usage'),
        committed('Provider B', 'Spend'),
      ]),
    ),
  );
  expect(all.call('listCommitments').items.map((row: any) => row.kind)).toEqual([
    'reserved_instance',
    'savings_plan',
    'committed_use_discount',
    'spend_commitment',
  ]);
  expect(all.call('getCommitmentOverview', { query: { provider: 'provider_b' } })).toMatchObject({
    commitment_count: 0,
    total_cloud_spend_monthly: 0,
    accounts: [],
  });
  expect(all.call('getCommitmentOverview')).toMatchObject({ commitment_count: 2 });
});
