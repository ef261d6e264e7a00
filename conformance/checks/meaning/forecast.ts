import type { Check } from '../../check.js';
import { known, mostProviders, someProviders } from '../../discovery.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { requestTo, withQuery } from '../../requests.js';
import { dataOf, list, requested } from '../exchange-data.js';
import { about } from './about.js';
import { basisOfCredits } from './invoices.js';
import { dayMs, instant, nowOf, past } from './moments.js';
import { successesOf, successOf } from './success-of.js';

/** An empty forecast has no sparkline. The service does not describe its other fields. */
const hasForecast = (data: any) => list(data.sparkline).length > 0;
/**
 * Returns the booked amount, 0 in an empty forecast.
 *
 * @throws {NotApplicable} if it is not a number, which another check reports
 */
function bookedOf(exchange: CompleteExchange): number {
  const booked: unknown = dataOf(exchange).booked_to_date ?? 0;
  if (typeof booked !== 'number') throw new NotApplicable('booked_to_date is not a number');
  return booked;
}

export const forecastChecks: readonly Check[] = [
  about('getCostForecast', {
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
  {
    kind: 'probe',
    id: 'forecast.all-is-the-sum-of-providers',
    level: 'MUST',
    basis: 'derived',
    requirement: '`booked_to_date` with `provider=all` equals the sum of the individual providers.',
    source: 'Other reads: forecast, provider all',
    operations: ['getCostForecast'],
    cost: 5,
    async run(probe) {
      const providers = known(probe.found.providers);
      if (providers.length > mostProviders) {
        throw new NotApplicable(
          `the target has more than ${mostProviders} providers, too many to request each of them`,
        );
      }
      const [whole, ...each] = await successesOf(probe, 'provider', ['all', ...providers]);
      if (!whole || each.length === 0) throw new NotApplicable('the list contains no provider');
      const expected = sum(each.map(bookedOf));
      if (nearMoney(bookedOf(whole), expected, each.length + 1)) return;
      fail({
        message: '`booked_to_date` with `provider=all` is not the sum of the individual providers.',
        expected: `${round(expected)} = ${each.map(bookedOf).join(' + ')}`,
        actual: String(bookedOf(whole)),
        exchange: whole,
      });
    },
  },
  about('getCostForecast', {
    id: 'forecast.sparkline-has-60-points',
    level: 'MUST',
    basis: 'stated',
    requirement: '`sparkline` has 60 points, or none in an empty forecast.',
    source: 'Forecast; Limits',
    each: (data) => (hasForecast(data) ? [list(data.sparkline)] : []),
    judge: ({ length }) =>
      length === 60 || {
        message: '`sparkline` does not have 60 points.',
        expected: '60 points',
        actual: `${length} points`,
      },
  }),
  about('getCostForecast', {
    id: 'forecast.future-starts-after-30-days',
    level: 'MUST',
    basis: 'derived',
    requirement: '`future_start_index` is 30: the forecast follows 30 days of actual costs.',
    source: 'Forecast: sparkline, future_start_index',
    each: (data) =>
      list(data.sparkline).length === 60 && typeof data.future_start_index === 'number' ? [data] : [],
    judge: ({ future_start_index }) =>
      future_start_index === 30 || {
        message: '`future_start_index` is not 30.',
        expected: 'future_start_index 30',
        actual: `future_start_index ${future_start_index}`,
      },
  }),
  about('getCostForecast', {
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
  about('getCostForecast', {
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
  about('getCostForecast', {
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
  {
    kind: 'probe',
    id: 'forecast.every-provider-has-one',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'A forecast request succeeds for each provider and for `provider=all`; the forecast of a provider without costs is empty.',
    source: 'Other reads: forecast',
    operations: ['getCostForecast'],
    cost: 5,
    async run(probe) {
      await eachCase([...someProviders(probe.found), 'all'], async (provider) => {
        const exchange = await probe.send(requestTo('getCostForecast', { query: { provider } }));
        if (exchange.response.status < 300) return;
        fail({
          message: `A forecast request for provider ${show(provider)} fails.`,
          expected: 'a successful response, empty if there are no costs',
          actual: describe(exchange),
          exchange,
        });
      });
    },
  },
  {
    kind: 'probe',
    id: 'forecast.of-unknown-provider-is-empty',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The forecast of a provider that does not exist is empty, as that of a provider without costs.',
    source: 'Other reads: forecast; that it applies to unknown providers is proposed by this contract',
    operations: ['getCostForecast'],
    async run(probe) {
      await probe.correct();
      const query = { provider: 'no_such_provider' };
      const exchange = await probe.send(requestTo('getCostForecast', { query }));
      const { status, json } = exchange.response;
      if (status < 300 && !hasForecast(json?.data ?? {}) && !json?.data?.forecast_value) return;
      fail({
        message: 'The forecast of a provider that does not exist is not empty.',
        expected: 'a successful response without points and figures',
        actual: status < 300 ? `forecast_value ${show(json?.data?.forecast_value)}` : describe(exchange),
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'forecast.provider-a-stays-on-its-basis',
    level: 'MUST',
    basis: 'stated',
    requirement: '`credits` does not change the forecast of provider_a, which is on its invoiced basis.',
    source: 'Other reads: forecast, credits',
    operations: ['getCostForecast'],
    cost: 2,
    async run(probe) {
      if (!known(probe.found.providers).includes('provider_a')) {
        throw new NotApplicable('the target has no provider_a');
      }
      const plan = requestTo('getCostForecast', { query: { provider: 'provider_a' } });
      const after = await probe.send(withQuery(plan, 'credits', 'after'));
      const before = await probe.send(withQuery(plan, 'credits', 'before'));
      const [left, right] = [after, before].map(({ response }) => response.json?.data?.forecast_value);
      if (left === right) return;
      fail({
        message: '`forecast_value` of provider_a changes with `credits`.',
        expected: `forecast_value ${show(left)}, as with credits=after`,
        actual: `forecast_value ${show(right)}`,
        exchange: before,
      });
    },
  },
  past('getCostForecast', {
    id: 'forecast.actuals-are-past',
    requirement: '`actuals_through` is not in the future.',
    source: 'Forecast: actuals_through',
    moments: (data) => [{ name: 'actuals_through', value: data.actuals_through }],
  }),
  about('getCostForecast', {
    id: 'forecast.age-of-actuals-is-correct',
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
  {
    kind: 'probe',
    id: 'forecast.credits-only-lower-costs',
    // A reversed credit raises costs.
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`booked_to_date` of provider_b is not less with `credits=before` than with `credits=after`.',
    source: 'Other reads: forecast, credits',
    operations: ['getCostForecast'],
    cost: 2,
    async run(probe) {
      if (!known(probe.found.providers).includes('provider_b')) {
        throw new NotApplicable('the target has no provider_b');
      }
      const plan = requestTo('getCostForecast', { query: { provider: 'provider_b' } });
      const after = bookedOf(await successOf(probe, withQuery(plan, 'credits', 'after')));
      const exchange = await successOf(probe, withQuery(plan, 'credits', 'before'));
      const before = bookedOf(exchange);
      if (before >= after || nearMoney(before, after)) return;
      fail({
        message: '`booked_to_date` is less with `credits=before` than with `credits=after`.',
        expected: `booked_to_date at least ${after}, as with credits=after`,
        actual: `booked_to_date ${before}`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'forecast.line-of-all-is-the-sum-of-providers',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`forecast_value` and the past days of `sparkline` with `provider=all` equal the sums of the individual providers.',
    source: 'Other reads: forecast, provider all',
    operations: ['getCostForecast'],
    cost: 0,
    async run(probe) {
      const providers = ['all', ...known(probe.found.providers)];
      const [whole, ...each] = (await successesOf(probe, 'provider', providers)) as [CompleteExchange];
      const lines = each.map(dataOf).filter(hasForecast);
      // Sparklines whose actual costs end on different dates cover different days.
      if (lines.some(({ actuals_through }) => actuals_through !== dataOf(whole).actuals_through)) {
        throw new NotApplicable('actuals_through is not the same for all providers');
      }
      if (!hasForecast(dataOf(whole)) || lines.length === 0) {
        throw new NotApplicable('the target has no costs to forecast');
      }
      const past = (data: any) => list(data.sparkline).slice(0, data.future_start_index);
      await eachCase(
        [
          { name: '`forecast_value`', of: (data: any) => data.forecast_value },
          { name: 'The total of the past days of `sparkline`', of: (data: any) => sum(past(data)) },
        ],
        ({ name, of }) => {
          const amounts = [dataOf(whole), ...lines].map(of);
          if (!amounts.every((amount) => amount === null || Number.isFinite(amount))) {
            throw new NotApplicable(`${name} is not a number`);
          }
          const expected = sum(lines.map(of));
          if (nearMoney(of(dataOf(whole)), expected, 31 * lines.length)) return;
          fail({
            message: `${name} with \`provider=all\` is not the sum of the individual providers.`,
            expected: `${round(expected)} = ${lines.map(of).map(round).join(' + ')}`,
            actual: round(of(dataOf(whole))),
            exchange: whole,
          });
        },
      );
    },
  },
  about('getCostForecast', {
    id: 'forecast.holds-what-is-booked',
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
];
