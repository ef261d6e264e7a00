import { describe, expect, test } from 'vitest';
import { a, b, compute, costs, path } from '../../../../tests/support/bill/cost-rows.js';
import { daily } from '../../../../tests/support/bill/unusual-rows.js';
import { testBill } from '../../../../tests/support/dataset/dataset.js';

/** The same cost on each day of a range. */
const costing = (provider: object, first: string, last: string, cost: number) =>
  daily(first, last, { ...provider, ...compute, ...costs(cost) });

describe('a forecast', () => {
  /** Ten dollars on each of some days of May and June. */
  const billOf = (first: string, last: string, now: string) => {
    const bill = testBill(costing(a, first, last, 10), { now });
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

describe('a provider whose costs begin later than those of another', () => {
  const of = { provider_id: 'provider_b' };
  const bill = testBill([
    ...costing(a, '2026-04-01', '2026-06-20', 100),
    ...costing(b, '2026-05-20', '2026-06-20', 10),
  ]);
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
    const late = testBill([
      ...costing(a, '2026-04-01', '2026-06-20', 100),
      ...costing(b, '2026-06-17', '2026-06-20', 10),
    ]);
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
