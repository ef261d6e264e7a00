import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf } from '../../expect/near.js';
import { basisOfCredits } from '../shared/credits.js';
import { list, one, requested } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, nowOf, past } from '../shared/timestamps.js';

const operation = 'getCostForecast' as const;

/** Figures that only a forecast with costs has. */
const figures = [
  'forecast_value',
  'forecast_low',
  'forecast_high',
  'confidence_pct',
  'booked_to_date',
  'daily_rate',
];

/** An empty forecast has no sparkline. The service does not describe its other fields. */
export const hasForecast = (data: any) => list(data.sparkline).length > 0;

/** Checks of the figures of a forecast. */
export const figureChecks: readonly Check[] = [
  forEachRow('getCostForecast', {
    id: 'forecast.sample-fits-its-window',
    level: 'MUST',
    basis: 'derived',
    requirement: '`daily_rate_sample_days` is not greater than `daily_rate_window_days`.',
    source: 'Forecast: daily_rate_sample_days, daily_rate_window_days',
    each: (data) => (numbersOf(data, 'daily_rate_sample_days', 'daily_rate_window_days') ? [data] : []),
    judge: ({ daily_rate_sample_days, daily_rate_window_days }) =>
      daily_rate_sample_days <= daily_rate_window_days || {
        message: '`daily_rate_sample_days` is greater than `daily_rate_window_days`.',
        expected: `at most ${daily_rate_window_days}`,
        actual: `daily_rate_sample_days ${daily_rate_sample_days}`,
      },
  }),
  forEachRow(operation, {
    id: 'forecast.sample-and-thin-days-fit-the-window',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`daily_rate_sample_days` plus `daily_rate_thin_days` is not greater than `daily_rate_window_days`.',
    source: 'Forecast: daily_rate_sample_days, daily_rate_thin_days, daily_rate_window_days',
    each: (data) =>
      one(numbersOf(data, 'daily_rate_sample_days', 'daily_rate_thin_days', 'daily_rate_window_days')),
    judge: ({ daily_rate_sample_days: sample, daily_rate_thin_days: thin, daily_rate_window_days: window }) =>
      sample + thin <= window || {
        message: 'Sample days and thin days together are more than `daily_rate_window_days`.',
        expected: `at most ${window}`,
        actual: `${sample} + ${thin}`,
      },
  }),
  forEachRow('getCostForecast', {
    id: 'forecast.value-lies-in-its-band',
    level: 'MUST',
    basis: 'derived',
    requirement: '`forecast_value` is between `forecast_low` and `forecast_high`.',
    source: 'Forecast: forecast_value, forecast_low, forecast_high',
    each: (data) => (numbersOf(data, 'forecast_low', 'forecast_value', 'forecast_high') ? [data] : []),
    judge: ({ forecast_low: low, forecast_value: value, forecast_high: high }) =>
      (low <= value + 0.01 && value <= high + 0.01) || {
        message: '`forecast_value` is not between `forecast_low` and `forecast_high`.',
        expected: `from ${low} to ${high}`,
        actual: `forecast_value ${value}`,
      },
  }),
  forEachRow('getCostForecast', {
    id: 'forecast.confidence-is-a-percentage',
    level: 'MUST',
    basis: 'derived',
    requirement: '`confidence_pct` is between 0 and 100.',
    source: 'Forecast: confidence_pct',
    each: (data) => (typeof data.confidence_pct === 'number' ? [data] : []),
    judge: ({ confidence_pct }) =>
      (confidence_pct >= 0 && confidence_pct <= 100) || {
        message: '`confidence_pct` is not between 0 and 100.',
        expected: 'from 0 to 100',
        actual: String(confidence_pct),
      },
  }),
  forEachRow('getCostForecast', {
    id: 'forecast.credits-are-as-requested',
    level: 'MUST',
    basis: 'derived',
    requirement: '`credits` of a forecast of provider_b is the requested cost basis, `after` by default.',
    source: 'Other reads: forecast, credits',
    each: (data, exchange) =>
      typeof data.credits === 'string' && requested(exchange, 'provider') === 'provider_b' ? [data] : [],
    judge: ({ credits }, exchange) => {
      const expected = requested(exchange, 'credits') ?? 'after';
      return (
        credits === expected || {
          basis: basisOfCredits(expected, credits),
          message: '`credits` is not the requested cost basis.',
          expected: show(expected),
          actual: show(credits),
        }
      );
    },
  }),
  past('getCostForecast', {
    id: 'forecast.actuals-are-past',
    requirement: '`actuals_through` is not in the future.',
    source: 'Forecast: actuals_through',
    moments: (data) => [{ name: 'actuals_through', value: data.actuals_through }],
  }),
  forEachRow('getCostForecast', {
    id: 'forecast.age-of-actuals-is-correct',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`days_since_last_actual` is the number of days since `actuals_through`.',
    source: 'Forecast: actuals_through, days_since_last_actual',
    each: (data, exchange) =>
      typeof data.days_since_last_actual === 'number' &&
      !Number.isNaN(instant(data.actuals_through) + nowOf(exchange))
        ? [data]
        : [],
    judge: ({ actuals_through, days_since_last_actual }, exchange) => {
      const days = Math.floor((nowOf(exchange) - instant(actuals_through)) / dayMs);
      // The service does not state whether today counts, nor in which time zone a day ends.
      return (
        Math.abs(days - days_since_last_actual) <= 1 || {
          message: '`days_since_last_actual` is not the number of days since `actuals_through`.',
          expected: `about ${days}, from ${actuals_through} to ${exchange.response.json.timestamp}`,
          actual: `days_since_last_actual ${days_since_last_actual}`,
        }
      );
    },
  }),
  forEachRow('getCostForecast', {
    id: 'forecast.holds-what-is-booked',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`forecast_high` is not less than `booked_to_date`.',
    source: 'Forecast: forecast_value, booked_to_date',
    // With a negative rate, corrections are projected.
    each: (data) =>
      numbersOf(data, 'forecast_high', 'booked_to_date') && !(data.daily_rate < 0) ? [data] : [],
    judge: ({ forecast_high: high, booked_to_date: booked }) =>
      booked <= high ||
      nearMoney(booked, high) || {
        message: '`booked_to_date` is greater than `forecast_high`.',
        expected: `at most ${high}`,
        actual: `booked_to_date ${booked}`,
      },
  }),
  forEachRow(operation, {
    id: 'forecast.empty-has-no-figures',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The figures of an empty forecast, one without `sparkline` points, are null, but `booked_to_date` only without costs.',
    source: 'Forecast; Proposed by this contract',
    each: (data) => (Array.isArray(data.sparkline) && data.sparkline.length === 0 ? [data] : []),
    judge: (data) => {
      // Costs of days that are all thin are booked, but allow no forecast.
      const hasCosts = (figure: string) => figure === 'booked_to_date' && data.actuals_through !== null;
      const name = figures.find((figure) => typeof data[figure] === 'number' && !hasCosts(figure));
      return (
        name === undefined || {
          message: `\`${name}\` of an empty forecast is a number.`,
          expected: 'null',
          actual: `${name} ${data[name]}`,
        }
      );
    },
  }),
];
