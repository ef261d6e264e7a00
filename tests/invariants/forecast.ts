import fc from 'fast-check';
import { expect } from 'vitest';
import { cents, sumOf } from './support/cents.js';
import { anywhere, anywhereFor, claims } from './support/claims.js';
import { day, isoDay } from './support/days.js';
import { expectPercent } from './support/near.js';

const asked = fc.record({
  provider: fc.constantFrom('all', 'provider_a', 'provider_b'),
  horizon: fc.constantFrom('month', 'quarter', 'year'),
  credits: fc.constantFrom('before', 'after'),
});
const identity = (value: number) => value;

export const forecast = claims('a forecast', {
  'W71: draws thirty past days and thirty expected ones': anywhereFor(asked, ({ ask }, query) => {
    const forecast = ask('getCostForecast', { query });
    expect(forecast.sparkline).toHaveLength(60);
    expect(forecast.future_start_index).toBe(30);
  }),

  'W71: draws the past as the timeline tells it, up to the last day with costs': anywhereFor(
    fc.record({
      provider_id: fc.constantFrom('provider_a', 'provider_b'),
      credits: fc.constantFrom('before', 'after'),
    }),
    ({ ask }, { provider_id, credits }) => {
      const { sparkline, actuals_through } = ask('getCostForecast', {
        query: { provider: provider_id, credits },
      });
      const start = isoDay(Date.parse(actuals_through) - 29 * day);
      const timeline = ask('getCostTimeline', {
        path: { provider_id },
        query: { credits, start, end: actuals_through },
      });
      expect(timeline.data_points.map(({ amount }: any) => amount)).toEqual(sparkline.slice(0, 30));
    },
  ),

  'W72: lies inside its band': anywhereFor(asked, ({ ask }, query) => {
    const { forecast_low, forecast_value, forecast_high, confidence_pct } = ask('getCostForecast', {
      query,
    });
    expect(forecast_low).toBeLessThanOrEqual(forecast_value);
    expect(forecast_value).toBeLessThanOrEqual(forecast_high);
    expect(confidence_pct).toBeGreaterThan(0);
    expect(confidence_pct).toBeLessThanOrEqual(100);
  }),

  'W72: is as far off as the days that it was drawn from': anywhereFor(asked, ({ ask }, query) => {
    const { sparkline, forecast_value, ...forecast } = ask('getCostForecast', { query });
    const { daily_rate_window_days: window, daily_rate_thin_days: thin, days_remaining } = forecast;
    const sample = sparkline.slice(30 - window, 30 - thin) as number[];
    const mean = sample.reduce((sum, one) => sum + one, 0) / sample.length;
    const squares = sample.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    // Four times out of five, a normal spread stays inside so many standard deviations.
    expect(forecast.confidence_pct).toBe(80);
    const margin = 1.2816 * Math.sqrt((squares / (sample.length - 1)) * days_remaining);
    expect(Math.abs(forecast_value - forecast.forecast_low - margin)).toBeLessThanOrEqual(0.0051);
    expect(Math.abs(forecast.forecast_high - forecast_value - margin)).toBeLessThanOrEqual(0.0051);
  }),

  'W71 and W73: draws each day to come at the daily rate': anywhereFor(asked, ({ ask }, query) => {
    const { sparkline, future_start_index, daily_rate } = ask('getCostForecast', { query });
    expect(new Set(sparkline.slice(future_start_index))).toEqual(new Set([daily_rate]));
  }),

  'W73: is what is booked, and the daily rate for each day that is left': anywhereFor(
    asked,
    ({ ask, clock }, query) => {
      const { forecast_value, booked_to_date, daily_rate, days_remaining, actuals_through } = ask(
        'getCostForecast',
        { query },
      );
      expect(cents(forecast_value)).toBe(cents(booked_to_date) + cents(daily_rate) * days_remaining);
      if (query.horizon !== 'month') return;
      const now = new Date(clock.now());
      const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0);
      expect(days_remaining).toBe((end - Date.parse(actuals_through)) / day);
    },
  ),

  'W74: books the past days of the month, as the summary does': anywhereFor(
    asked,
    ({ ask, clock }, { provider, credits }) => {
      const { booked_to_date, sparkline } = ask('getCostForecast', { query: { provider, credits } });
      const booked = new Date(clock.now()).getUTCDate() - 1;
      expect(sumOf(sparkline.slice(30 - booked, 30), identity)).toBe(cents(booked_to_date));
      if (provider === 'all') return;
      const summary = ask('getCostSummary', { path: { provider_id: provider }, query: { credits } });
      expect(summary.monthly_spending).toBe(booked_to_date);
    },
  ),

  'W75: takes the daily rate from the complete days of the window': anywhereFor(
    asked,
    ({ ask, clock }, query) => {
      const forecast = ask('getCostForecast', { query });
      const {
        daily_rate_window_days: window,
        daily_rate_sample_days: samples,
        daily_rate_thin_days: thin,
      } = forecast;
      expect(samples + thin).toBeLessThanOrEqual(window);
      const today = isoDay(clock.now());
      expect(forecast.days_since_last_actual).toBe(
        (Date.parse(today) - Date.parse(forecast.actuals_through)) / day,
      );
      const sample = forecast.sparkline.slice(30 - window, 30 - thin);
      expect(sample).toHaveLength(samples);
      // A cent for each provider that was rounded.
      expect(Math.abs(sumOf(sample, identity) / samples - cents(forecast.daily_rate))).toBeLessThanOrEqual(1);
    },
  ),

  'W76: compares a month with the whole month before': anywhereFor(
    asked,
    ({ ask, clock }, { provider, credits }) => {
      if (provider === 'all') return;
      const { forecast_value, delta_pct_vs_last_month } = ask('getCostForecast', {
        query: { provider, credits },
      });
      const now = new Date(clock.now());
      const [start, end] = [
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1),
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0),
      ].map(isoDay);
      const { total } = ask('getCostTimeline', {
        path: { provider_id: provider },
        query: { credits, start, end },
      });
      expectPercent(delta_pct_vs_last_month, forecast_value - total, total);
      const longer = ask('getCostForecast', { query: { provider, credits, horizon: 'year' } });
      expect(longer.delta_pct_vs_last_month).toBeNull();
    },
  ),

  'W77: of all providers is the sum over them': anywhereFor(asked, ({ ask }, { horizon, credits }) => {
    const of = (provider: string) => ask('getCostForecast', { query: { provider, horizon, credits } });
    const all = of('all');
    const parts = ['provider_a', 'provider_b'].map(of);
    for (const field of ['forecast_value', 'booked_to_date', 'daily_rate']) {
      expect(sumOf(parts, (part) => part[field])).toBe(cents(all[field]));
    }
    all.sparkline.forEach((value: number, i: number) => {
      expect(sumOf(parts, (part) => part.sparkline[i])).toBe(cents(value));
    });
  }),

  'W77: is empty for a provider without costs, and for one that is not connected': anywhere(({ ask }) => {
    for (const provider of ['provider_c', 'provider_d', 'provider_z']) {
      const forecast = ask('getCostForecast', { query: { provider } });
      const { sparkline, future_start_index, credits, ...figures } = forecast;
      expect([sparkline, future_start_index, credits]).toEqual([[], 0, 'after']);
      expect(new Set(Object.values(figures))).toEqual(new Set([null]));
    }
  }),

  'W78: takes credits off at provider_b alone': anywhere(({ ask }) => {
    const of = (provider: string, credits: string) =>
      ask('getCostForecast', { query: { provider, credits } });
    const [before, after] = [of('provider_b', 'before'), of('provider_b', 'after')];
    expect(before.forecast_value).toBeGreaterThan(after.forecast_value);
    before.sparkline.forEach((value: number, i: number) => {
      expect(value).toBeGreaterThanOrEqual(after.sparkline[i]);
    });
    expect({ ...of('provider_a', 'before'), credits: null }).toEqual({
      ...of('provider_a', 'after'),
      credits: null,
    });
  }),
});
