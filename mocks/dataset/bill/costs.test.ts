import { describe, expect, test } from 'vitest';
import { testBill } from '../../../tests/support/dataset.js';
import { type FocusRow, tablesOf } from '../../../tests/support/tables-of.js';

const day = (date: string) => ({
  ChargePeriodStart: `${date}T00:00:00Z`,
  ChargePeriodEnd: `${date}T24:00:00Z`,
});
const costs = (billed: number, effective = billed) => ({ BilledCost: billed, EffectiveCost: effective });
const compute = { ServiceName: 'Compute', SubAccountId: '111111111111', RegionId: 'north-1' } as const;
const path = { provider_id: 'provider_a' };
const may = { start: '2026-05-01', end: '2026-05-31' };

/** The rows of a breakdown as pairs of group values and cost. */
function rowsOf(rows: readonly FocusRow[], query: Record<string, unknown>, of = path): unknown[] {
  const bill = testBill(tablesOf([...rows, end]), { now: '2026-07-01T00:00:00Z' });
  const group = (query.group_by as string[] | undefined)?.[0] ?? 'service';
  const column = group === 'tag' ? 'tag_value' : group;
  return bill
    .call('getCostBreakdown', { path: of, query: { ...may, ...query } })
    .items.map((row: any) => [row[column], row.cost]);
}

/** Usage without cost that ends the data. */
const end = { ProviderName: 'Provider A', ...compute, ...day('2026-06-30') };
const a = { ProviderName: 'Provider A' };
const b = { ProviderName: 'Provider B' };

test('accounts of two providers can have the same id', () => {
  const rows: FocusRow[] = [
    { ...a, ...compute, SubAccountName: 'web', ...day('2026-06-29'), ...costs(2) },
    { ...b, ...compute, SubAccountName: 'lab', ...day('2026-06-29'), ...costs(1) },
  ];
  const bill = testBill(tablesOf([end, ...rows]));
  const nameIn = (provider_id: string) =>
    bill.call('getCostBreakdown', {
      path: { provider_id },
      query: { preset: '30D', group_by: ['account_id'] },
    }).items[0].account_name;
  expect([nameIn('provider_a'), nameIn('provider_b')]).toEqual(['web', 'lab']);
});

describe('a breakdown', () => {
  test('has a row for costs without a value', () => {
    const rows: FocusRow[] = [
      { ...a, ...compute, ...day('2026-05-01'), ...costs(3), Tags: { team: 'web' } },
      { ...a, ServiceName: 'Storage', ...day('2026-05-02'), ...costs(2) },
      { ...a, ...compute, ChargeCategory: 'Tax', ServiceName: null, ...day('2026-05-02'), ...costs(1) },
    ];
    expect(rowsOf(rows, {})).toEqual([
      ['Compute', 3],
      ['Storage', 2],
      [null, 1],
    ]);
    expect(rowsOf(rows, { group_by: ['account_id'] })).toEqual([
      ['111111111111', 4],
      [null, 2],
    ]);
    expect(rowsOf(rows, { group_by: ['region'] })).toEqual([
      ['north-1', 4],
      [null, 2],
    ]);
    expect(rowsOf(rows, { group_by: ['tag'], tag_key: ['team'] })).toEqual([
      ['web', 3],
      [null, 3],
    ]);
  });

  test('sums exact amounts and rounds only the sum', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      ...a,
      ...compute,
      usage_type: `type ${i}`,
      ...day('2026-05-01'),
      ...costs(0.004),
    }));
    expect(rowsOf(rows, {})).toEqual([['Compute', 0.12]]);
  });

  test('rounds half a cent up, however many decimals its parts have', () => {
    const rows = [0.004_998_9, 0.000_000_4, 0.000_000_7].map((cost, i) => ({
      ...a,
      ...compute,
      usage_type: `type ${i}`,
      ...day('2026-05-01'),
      ...costs(cost),
    }));
    expect(rowsOf(rows, {})).toEqual([['Compute', 0.01]]);
  });

  test('counts an upfront purchase on its day, and its effective cost on the days of usage', () => {
    const commitment = { CommitmentDiscountId: 'sp-1', CommitmentDiscountCategory: 'Spend' } as const;
    const rows: FocusRow[] = [
      {
        ...a,
        ...compute,
        ...commitment,
        ChargeCategory: 'Purchase',
        ChargeFrequency: 'One-Time',
        BilledCost: 8760,
        ChargePeriodStart: '2026-05-10T00:00:00Z',
        ChargePeriodEnd: '2027-05-10T00:00:00Z',
      },
      {
        ...a,
        ...compute,
        ...commitment,
        CommitmentDiscountStatus: 'Used',
        ...day('2026-05-11'),
        ...costs(0, 18),
      },
      {
        ...a,
        ...compute,
        ...commitment,
        CommitmentDiscountStatus: 'Unused',
        ...day('2026-05-11'),
        ...costs(0, 6),
      },
    ];
    const views = ['unblended', 'blended', 'net_unblended', 'amortized', 'net_amortized'];
    expect(views.map((show_cost_as) => rowsOf(rows, { show_cost_as }))).toEqual([
      [['Compute', 8760]],
      [['Compute', 8760]],
      [['Compute', 8760]],
      [['Compute', 24]],
      [['Compute', 24]],
    ]);
    const byType = (charge_type: string) =>
      rowsOf(rows, { show_cost_as: 'amortized', charge_type: [charge_type] });
    expect(byType('covered_usage')).toEqual([['Compute', 18]]);
    expect(byType('commitment_fee')).toEqual([['Compute', 6]]);
  });

  test('leaves out credit rows of provider_b only, and groups that have no others', () => {
    const credited = (provider: object): FocusRow[] => [
      { ...provider, ...compute, ...day('2026-05-01'), ...costs(10) },
      { ...provider, ...compute, ChargeCategory: 'Credit', ...day('2026-05-01'), ...costs(-4) },
      { ...provider, ServiceName: 'Promotion', ChargeCategory: 'Credit', ...day('2026-05-01'), ...costs(-1) },
    ];
    const rows = [...credited(a), ...credited(b)];
    const of = { provider_id: 'provider_b' };
    const after = [
      ['Compute', 6],
      ['Promotion', -1],
    ];
    expect(rowsOf(rows, {}, of)).toEqual(after);
    expect(rowsOf(rows, { credits: 'before' }, of)).toEqual([['Compute', 10]]);
    expect(rowsOf(rows, { credits: 'before' })).toEqual(after);
  });

  test('takes the day on which a charge period starts', () => {
    const rows: FocusRow[] = [
      { ...a, ...compute, ...costs(1), ChargePeriodStart: '2026-04-30T23:00:00Z' },
      { ...a, ...compute, ...costs(2), ChargePeriodStart: '2026-05-31T23:00:00Z' },
    ];
    expect(rowsOf(rows, {})).toEqual([['Compute', 2]]);
  });

  test('finds the environment under the tags environment and env in any case', () => {
    const rows: FocusRow[] = [
      { ...a, ...compute, ...day('2026-05-01'), ...costs(1), Tags: { Environment: 'test' } },
      { ...a, ...compute, ...day('2026-05-01'), ...costs(2), Tags: { ENV: 'test' } },
      { ...a, ...compute, ...day('2026-05-01'), ...costs(4), Tags: { stage: 'test' } },
    ];
    expect(rowsOf(rows, { environment: ['test'] })).toEqual([['Compute', 3]]);
  });
});

test('the timeline and the summary have a part for costs without a value', () => {
  const rows: FocusRow[] = [
    { ...a, ...compute, ...day('2026-05-01'), ...costs(3) },
    { ...a, ServiceName: null, ...day('2026-05-01'), ...costs(2) },
  ];
  const bill = testBill(tablesOf([...rows, { ...end, ...day('2026-05-03') }]));
  const query = { ...may, dimension: 'service' };
  expect(bill.call('getCostTimeline', { path, query }).data_points[0]).toEqual({
    date: '2026-05-01',
    amount: 5,
    parts: [
      { value: 'Compute', amount: 3 },
      { value: null, amount: 2 },
    ],
  });
  expect(bill.call('getCostSummary', { path })).toMatchObject({
    monthly_spending: 5,
    top_services: [
      { service: 'Compute', cost: 3 },
      { service: null, cost: 2 },
    ],
  });
});

test('the forecast extends the costs of each day', () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({
    ...a,
    ...compute,
    ...day(`2026-06-${String(i + 1).padStart(2, '0')}`),
    ...costs(10),
  }));
  const bill = testBill(tablesOf(rows));
  expect(bill.call('getCostForecast', { query: { provider: 'provider_a' } })).toMatchObject({
    forecast_value: 300,
    booked_to_date: 200,
    daily_rate: 10,
    days_remaining: 10,
    actuals_through: '2026-06-20',
  });
});

test('figures end with the data if the clock is later', () => {
  const rows = [{ ...a, ...compute, ...day('2026-06-20'), ...costs(10) }];
  const bill = testBill(tablesOf(rows), { now: '2026-06-28T00:00:00Z' });
  expect(bill.call('getCostForecast', { query: { provider: 'provider_a' } })).toMatchObject({
    actuals_through: '2026-06-20',
    days_since_last_actual: 8,
  });
  expect(
    bill.call('getCostTimeline', { path, query: { start: '2026-06-20', end: '2026-06-27' } }),
  ).toMatchObject({
    data_points: [{ date: '2026-06-20', amount: 10 }],
    total: 10,
  });
});

test('invoices follow the billing period', () => {
  const software = { ServiceName: 'Software', PublisherName: 'Vendor Z' };
  const rows: FocusRow[] = [
    { ...b, ...compute, ...day('2026-05-01'), ...costs(100) },
    { ...b, ...compute, ChargeCategory: 'Purchase', ...day('2026-05-02'), ...costs(30) },
    { ...b, ...compute, ChargeCategory: 'Credit', ...day('2026-05-02'), ...costs(-12) },
    { ...b, ChargeCategory: 'Tax', ...day('2026-05-01'), ...costs(19) },
    { ...b, ChargeCategory: 'Adjustment', ...day('2026-05-03'), ...costs(-2) },
    { ...b, ...compute, ChargeClass: 'Correction', ...day('2026-05-03'), ...costs(-3) },
    { ...b, ...software, ...day('2026-05-04'), ...costs(7) },
    // Charged with the invoice of June.
    { ...b, ...compute, ...day('2026-05-31'), ...costs(5), BillingPeriodStart: '2026-06-01T00:00:00Z' },
    { ...b, ...compute, ...day('2026-06-30'), ...costs(0) },
  ];
  const bill = testBill(tablesOf([{ ...end, ...a }, ...rows]));
  const invoices = (query: object) =>
    bill.call('listInvoiceMonths', { path: { provider_id: 'provider_b' }, query: { ...query } }).items;
  const june = {
    invoice_month: '202606',
    total: 5,
    by_cost_type: { regular: 5, tax: 0, adjustment: 0, rounding_error: 0 },
    marketplace_total: 0,
  };
  const shared = { tax: 19, adjustment: -5, rounding_error: 0 };
  expect(invoices({})).toEqual([
    june,
    {
      invoice_month: '202605',
      total: 139,
      by_cost_type: { regular: 125, ...shared },
      marketplace_total: 7,
    },
  ]);
  expect(invoices({ credits: 'before' })[1]).toMatchObject({
    total: 151,
    by_cost_type: { regular: 137, ...shared },
  });
  expect(bill.call('listInvoiceMonths', { path }).items).toEqual([]);
});

test('filter options have no entry for costs without a value', () => {
  const rows: FocusRow[] = [
    {
      ...a,
      ...compute,
      ...day('2026-05-01'),
      ...costs(1),
      usage_type: 'hours',
      platform: 'Linux',
      Tags: { team: 'web' },
    },
    { ...a, ServiceName: 'Storage', ChargeCategory: 'Credit', ...day('2026-05-01'), ...costs(-1) },
  ];
  const bill = testBill(tablesOf([...rows, { ...end, ServiceName: 'Compute' }]));
  expect(bill.call('getCostFilterOptions', { path, query: may })).toMatchObject({
    services: ['Compute', 'Storage'],
    accounts: ['111111111111'],
    regions: ['north-1'],
    tag_keys: ['team'],
    tag_values: ['web'],
    charge_types: ['credit', 'usage'],
    usage_types: ['hours'],
    platforms: ['Linux'],
    environments: [],
  });
});
