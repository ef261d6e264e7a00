import { describe, expect, test } from 'vitest';
import { type FocusRow, tablesOf } from '../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../tests/support/dataset/dataset.js';

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

  test('finds the environment under the tags environment and env in any case', () => {
    const rows: FocusRow[] = [
      { ...a, ...compute, ...day('2026-05-01'), ...costs(1), Tags: { Environment: 'test' } },
      { ...a, ...compute, ...day('2026-05-01'), ...costs(2), Tags: { ENV: 'test' } },
      { ...a, ...compute, ...day('2026-05-01'), ...costs(4), Tags: { stage: 'test' } },
    ];
    expect(rowsOf(rows, { environment: ['test'] })).toEqual([['Compute', 3]]);
  });

  test('has the environment of the first tag of several', () => {
    const rows: FocusRow[] = [
      { ...a, ...compute, ...day('2026-05-01'), ...costs(1), Tags: { env: 'test', Environment: 'prod' } },
      { ...a, ...compute, ...day('2026-05-01'), ...costs(2), Tags: { Environment: 'prod', env: 'test' } },
      { ...a, ...compute, ...day('2026-05-01'), ...costs(4), Tags: { env: '', environment: 'test' } },
    ];
    expect(rowsOf(rows, { environment: ['test'] })).toEqual([['Compute', 1]]);
    expect(rowsOf(rows, { environment: ['prod'] })).toEqual([['Compute', 2]]);
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

test('costs by day end with the actual costs of the forecast', () => {
  const usage = { ...a, ...compute, ...costs(10) };
  const rows = [
    { ...usage, ChargePeriodStart: '2026-05-16', ChargePeriodEnd: '2026-06-16' },
    { ...usage, ChargePeriodStart: '2026-04-16', ChargePeriodEnd: '2026-05-16' },
  ];
  const bill = testBill(tablesOf(rows), { now: '2026-06-20T00:00:00Z' });
  const query = { start: '2026-06-01', end: '2026-06-30' };
  const { data_points } = bill.call('getCostTimeline', { path, query });
  const { actuals_through } = bill.call('getCostForecast', { query: { provider: 'provider_a' } });
  expect([actuals_through, data_points.at(-1)?.date, data_points.length]).toEqual([
    '2026-06-15',
    '2026-06-15',
    15,
  ]);
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

test('charges after the last usage are shown', () => {
  const usage = { ...a, ...compute, ...day('2026-06-10'), ...costs(10) };
  const credit = { ...usage, ...day('2026-06-12'), ...costs(-2), ChargeCategory: 'Credit' } as const;
  const fee = {
    ...usage,
    ChargePeriodStart: '2026-06-15T00:00:00Z',
    ChargePeriodEnd: '2026-06-15T00:00:00Z',
  };
  const bill = testBill(tablesOf([usage, credit, fee]), { now: '2026-06-20T00:00:00Z' });
  const query = { start: '2026-06-01', end: '2026-06-19' };
  expect(bill.call('getCostBreakdown', { path, query })).toMatchObject({ total_period_cost: 18 });
  expect(bill.call('getCostForecast', { query: {} })).toMatchObject({
    booked_to_date: 18,
    actuals_through: '2026-06-15',
  });
  expect(bill.call('getCostSummary', { path })).toMatchObject({ monthly_spending: 18 });
});

test('usage of a month or a year does not end the data', () => {
  const usage = { ...a, ...compute, ...costs(10), ...day('2026-06-10') };
  const committed = {
    ...{
      CommitmentDiscountId: 'plan',
      CommitmentDiscountCategory: 'Spend',
      CommitmentDiscountStatus: 'Used',
    },
    ...{ CommitmentDiscountQuantity: 24, CommitmentDiscountUnit: 'USD' },
  } as const;
  const ofYear = {
    ...usage,
    ChargePeriodStart: '2026-06-01T00:00:00Z',
    ChargePeriodEnd: '2027-06-01T00:00:00Z',
  };
  const tables = tablesOf([usage, { ...usage, ...committed }, ofYear]);
  expect(new Date(tables.end).toISOString()).toBe('2026-06-11T00:00:00.000Z');
  const bill = testBill(tables, { now: '2026-06-25T00:00:00Z' });
  expect(bill.call('getCostForecast', { query: {} })).toMatchObject({ actuals_through: '2026-06-10' });
  expect(bill.call('getCoverageRates', { query: { provider: 'provider_a' } })).toMatchObject({
    ...{ measured_from: '2026-05-12', measured_to: '2026-06-10' },
  });
});

test('filter options are not empty', () => {
  const empty = { Tags: { team: '', '': 'web' } };
  const rows: FocusRow[] = [{ ...a, ...compute, ...day('2026-06-29'), ...costs(2), ...empty }, end];
  const options = testBill(tablesOf(rows)).call('getCostFilterOptions', {
    path,
    query: { start: '2026-06-01', end: '2026-06-30' },
  });
  expect([options.tag_keys, options.tag_values]).toEqual([['team'], ['web']]);
});

describe('a forecast', () => {
  /** Ten dollars on each of some days of May and June. */
  const billOf = (first: string, last: string, now: string) => {
    const rows: FocusRow[] = [];
    for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
      rows.push({ ...a, ...compute, ...day(new Date(at).toISOString().slice(0, 10)), ...costs(10) });
    const bill = testBill(tablesOf(rows), { now });
    return {
      forecast: bill.call('getCostForecast', { query: {} }),
      summary: bill.call('getCostSummary', { path }),
    };
  };

  test('does not count days before its period', () => {
    const { forecast, summary } = billOf('2026-05-01', '2026-06-20', '2026-07-01T00:00:00Z');
    expect(forecast).toMatchObject({
      ...{ booked_to_date: 0, daily_rate: 10, days_remaining: 31, forecast_value: 310 },
      actuals_through: '2026-06-20',
    });
    expect(summary.forecasted_monthly_costs).toBe(310);
  });

  test('does not sample days before the data', () => {
    const { forecast } = billOf('2026-06-01', '2026-06-03', '2026-06-04T00:00:00Z');
    expect(forecast).toMatchObject({
      ...{ booked_to_date: 30, daily_rate: 10, days_remaining: 27, forecast_value: 300, forecast_low: 300 },
      ...{ daily_rate_sample_days: 2, daily_rate_thin_days: 1, daily_rate_window_days: 14 },
    });
    const { forecast: ofOneDay } = billOf('2026-06-01', '2026-06-01', '2026-06-02T00:00:00Z');
    expect(ofOneDay).toMatchObject({
      ...{ daily_rate: 10, forecast_value: 300, daily_rate_sample_days: 1, daily_rate_thin_days: 0 },
    });
  });

  test('is not compared with a month that the data contain only in part', () => {
    const part = billOf('2026-05-08', '2026-06-10', '2026-06-11T00:00:00Z');
    expect(part.forecast.delta_pct_vs_last_month).toBeNull();
    expect(part.summary).toMatchObject({
      monthly_spending: 100,
      monthly_spending_percentage: null,
      forecasted_monthly_costs_percentage: null,
      top_services: [{ cost: 100, change_percentage: null }],
    });
    const whole = billOf('2026-05-01', '2026-06-10', '2026-06-11T00:00:00Z');
    expect(whole.forecast.delta_pct_vs_last_month).toBe(-3.23);
    expect(whole.summary).toMatchObject({
      monthly_spending_percentage: 0,
      top_services: [{ change_percentage: 0 }],
    });
  });

  test('is empty before the first cost', () => {
    const { forecast, summary } = billOf('2026-06-01', '2026-06-03', '2026-06-01T12:00:00Z');
    expect(forecast).toMatchObject({ sparkline: [], forecast_value: null, actuals_through: null });
    expect(summary).toMatchObject({ monthly_spending: 0, top_services: [] });
  });
});

/** The same cost on each day of a range. */
function daily(provider: object, first: string, last: string, cost: number): FocusRow[] {
  const length = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  return Array.from({ length }, (_, i) => ({
    ...provider,
    ...compute,
    ...day(new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10)),
    ...costs(cost),
  }));
}

describe('a provider whose costs begin later than those of another', () => {
  const of = { provider_id: 'provider_b' };
  const bill = testBill(
    tablesOf([...daily(a, '2026-04-01', '2026-06-20', 100), ...daily(b, '2026-05-20', '2026-06-20', 10)]),
  );
  const breakdown = (start: string, end: string, path = of) =>
    bill.call('getCostBreakdown', { path, query: { start, end } }).items[0];

  test('has no previous costs before its first day', () => {
    const unknown = { previous_cost: null, change_percentage: null };
    expect(breakdown('2026-05-20', '2026-05-25')).toMatchObject({ cost: 60, ...unknown });
    expect(breakdown('2026-06-01', '2026-06-20')).toMatchObject({ cost: 200, ...unknown });
    expect(breakdown('2026-05-22', '2026-05-23')).toMatchObject({ previous_cost: 20, change_percentage: 0 });
    expect(breakdown('2026-06-01', '2026-06-20', path)).toMatchObject({ previous_cost: 2000 });
  });

  test('is not compared with the month in which they began', () => {
    expect(bill.call('getCostSummary', { path: of })).toMatchObject({
      monthly_spending: 200,
      monthly_spending_percentage: null,
      forecasted_monthly_costs_percentage: null,
      top_services: [{ cost: 200, change_percentage: null }],
    });
    const deltaOf = (provider: string) =>
      bill.call('getCostForecast', { query: { provider } }).delta_pct_vs_last_month;
    expect(['provider_a', 'provider_b'].map(deltaOf)).toEqual([-3.23, null]);
  });

  test('is sampled from its first day on, also in the sum of all providers', () => {
    const late = testBill(
      tablesOf([...daily(a, '2026-04-01', '2026-06-20', 100), ...daily(b, '2026-06-17', '2026-06-20', 10)]),
    );
    const forecast = (provider: string) => late.call('getCostForecast', { query: { provider } });
    const days = { daily_rate_sample_days: 3, daily_rate_thin_days: 1 };
    expect(forecast('provider_b')).toMatchObject({ daily_rate: 10, forecast_value: 140, ...days });
    expect(forecast('all')).toMatchObject({
      ...{ daily_rate: 110, forecast_value: 3140, daily_rate_sample_days: 13 },
    });
    late.clock.advance(-4 * 86_400_000);
    expect(forecast('provider_b')).toMatchObject({ forecast_value: null, sparkline: [] });
    expect(forecast('all')).toMatchObject({ daily_rate: 100, forecast_value: 3000 });
  });
});
