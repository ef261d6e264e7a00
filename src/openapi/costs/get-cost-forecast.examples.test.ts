import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

interface Forecast {
  forecast_value: number;
  forecast_low: number;
  forecast_high: number;
  sparkline: number[];
  future_start_index: number;
  delta_pct_vs_last_month: number;
  booked_to_date: number;
  daily_rate: number;
  days_remaining: number;
  daily_rate_sample_days: number;
  daily_rate_thin_days: number;
  daily_rate_window_days: number;
}

const examples = document.components.examples;
const example = (name: string): Forecast => examples[`getCostForecast.${name}`].value.data;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const all = example('all-providers');
const providerA = example('provider-a');
const after = example('provider-b-after-credits');
const before = example('provider-b-before-credits');
const filled = Object.entries({ all, providerA, after, before });

/** The example clock stands in June, whose 14 first days are booked. */
const bookedDays = 14;

describe.each(filled)('the forecast of %s', (_name, forecast) => {
  const past = forecast.sparkline.slice(0, forecast.future_start_index);
  const future = forecast.sparkline.slice(forecast.future_start_index);

  it('draws thirty past and thirty future days', () => {
    expect([past.length, future.length]).toEqual([30, 30]);
  });

  it('adds the daily rate of the days left to what is booked', () => {
    const { booked_to_date, daily_rate, days_remaining } = forecast;
    expect(forecast.forecast_value).toBeCloseTo(booked_to_date + daily_rate * days_remaining, 6);
  });

  it('books what the past days of the month cost', () => {
    expect(forecast.booked_to_date).toBeCloseTo(sum(past.slice(-bookedDays)), 6);
  });

  it('draws what is still to come of the month', () => {
    const rest = sum(future.slice(0, forecast.days_remaining));
    expect(rest).toBeCloseTo(forecast.forecast_value - forecast.booked_to_date, 6);
  });

  it('takes the daily rate from the days of the window that are complete', () => {
    const sample = past.slice(-forecast.daily_rate_window_days).slice(0, forecast.daily_rate_sample_days);
    expect(sample.length + forecast.daily_rate_thin_days).toBe(forecast.daily_rate_window_days);
    expect(Math.abs(forecast.daily_rate - sum(sample) / sample.length)).toBeLessThan(0.01);
  });

  it('lies inside its band', () => {
    expect(forecast.forecast_low).toBeLessThanOrEqual(forecast.forecast_value);
    expect(forecast.forecast_high).toBeGreaterThanOrEqual(forecast.forecast_value);
  });
});

describe('the forecasts of one organization', () => {
  it('make the forecast of all providers by adding up', () => {
    for (const field of ['forecast_value', 'booked_to_date', 'daily_rate'] as const) {
      expect(all[field]).toBeCloseTo(providerA[field] + after[field], 6);
    }
    all.sparkline.forEach((cost, day) => {
      expect(cost).toBeCloseTo(sum([providerA, after].map(({ sparkline }) => sparkline[day] ?? 0)), 6);
    });
  });

  it.each([
    ['after-credits', after],
    ['before-credits', before],
  ])('compare with last month as invoiced to provider_b %s', (basis, forecast) => {
    const lastMonth = examples[`listInvoiceMonths.${basis}`].value.data.items[0].by_cost_type.regular;
    const change = ((forecast.forecast_value - lastMonth) / lastMonth) * 100;
    expect(forecast.delta_pct_vs_last_month).toBeCloseTo(change, 2);
  });

  it('cost no less before credits than after them', () => {
    before.sparkline.forEach((cost, day) => {
      expect(cost).toBeGreaterThanOrEqual(after.sparkline[day] ?? Number.NaN);
    });
  });
});
