import { describe, expect, test } from 'vitest';
import {
  a,
  b,
  compute,
  costs,
  day,
  end,
  may,
  path,
  rowsOf,
} from '../../../../tests/support/bill/cost-rows.js';
import { type FocusRow, tablesOf } from '../../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../../tests/support/dataset/dataset.js';

test('accounts of two providers can have the same id', () => {
  const rows: FocusRow[] = [
    { ...a, ...compute, SubAccountName: 'web', ...day('2026-06-29'), ...costs(2) },
    { ...b, ...compute, SubAccountName: 'lab', ...day('2026-06-29'), ...costs(1) },
  ];
  const bill = testBill([end, ...rows]);
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
  const bill = testBill([...rows, { ...end, ...day('2026-05-03') }]);
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
  const bill = testBill(rows);
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
  const bill = testBill(rows, { now: '2026-06-20T00:00:00Z' });
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
  const bill = testBill(rows, { now: '2026-06-28T00:00:00Z' });
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
  const bill = testBill([usage, credit, fee], { now: '2026-06-20T00:00:00Z' });
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
  const options = testBill(rows).call('getCostFilterOptions', {
    path,
    query: { start: '2026-06-01', end: '2026-06-30' },
  });
  expect([options.tag_keys, options.tag_values]).toEqual([['team'], ['web']]);
});
