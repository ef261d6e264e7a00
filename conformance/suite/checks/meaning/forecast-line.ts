import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { daysOfMonth, later, lengthOf, plusDays } from '../../figures/days.js';
import { requestTo } from '../../request-to.js';
import { dataOf, list, one, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { dayMs, instant, todaysOf, writtenDay } from '../shared/timestamps.js';

const operation = 'getCostForecast' as const;
const source = 'Forecast; Proposed by this contract';

/** Figures that only a forecast with costs has. */
const figures = [
  'forecast_value',
  'forecast_low',
  'forecast_high',
  'confidence_pct',
  'booked_to_date',
  'daily_rate',
];

const pastOf = ({ sparkline, future_start_index }: any) => list(sparkline).slice(0, future_start_index);
const futureOf = ({ sparkline, future_start_index }: any) => list(sparkline).slice(future_start_index);
const horizonOf = (exchange: Parameters<typeof requested>[0]) => requested(exchange, 'horizon') ?? 'month';

/**
 * Returns the number of days of the month after `actuals_through`: the month may end a day earlier or later in the time
 * zone of the server. Empty if one of them is not known.
 */
function remainingDays({ actuals_through }: any, exchange: CompleteExchange): number[] {
  const through = writtenDay(actuals_through);
  if (through === undefined) return [];
  return todaysOf(exchange).map((today) => {
    const { first, last } = daysOfMonth(today.slice(0, 7));
    return lengthOf({ first: later(first, plusDays(through, 1)), last });
  });
}

/** Checks of the line of a forecast against its figures and other reads. */
export const forecastLineChecks: readonly Check[] = [
  forEachRow(operation, {
    id: 'forecast.empty-has-no-figures',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The figures of an empty forecast, one without `sparkline` points, are null, but `booked_to_date` only without costs.',
    source,
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
  forEachRow(operation, {
    id: 'forecast.remaining-days-end-the-month',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`days_remaining` of a month is the number of days of the month after `actuals_through`.',
    source,
    each: (data, exchange) =>
      typeof data.days_remaining === 'number' &&
      !Number.isNaN(instant(data.actuals_through)) &&
      todaysOf(exchange).length > 0 &&
      horizonOf(exchange) === 'month'
        ? [data]
        : [],
    judge: (data, exchange) => {
      const { actuals_through, days_remaining } = data;
      const expected = remainingDays(data, exchange);
      return (
        expected.some((days) => Math.abs(days_remaining - days) <= 0.5) || {
          message: '`days_remaining` is not the number of days to the end of the month.',
          expected: `${[...new Set(expected)].join(' or ')}, from ${actuals_through}`,
          actual: `days_remaining ${days_remaining}`,
        }
      );
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
  forEachRow(operation, {
    id: 'forecast.rate-is-the-mean-of-sample-days',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`daily_rate` of a provider is the mean of the `daily_rate_sample_days` days of `sparkline` before the `daily_rate_thin_days` newest past ones.',
    source,
    // The rate of all providers is the sum of theirs, whose samples differ if the costs of one begin later.
    each: (data, exchange) =>
      (requested(exchange, 'provider') ?? 'all') !== 'all' &&
      numbersOf(data, 'daily_rate', 'daily_rate_sample_days', 'daily_rate_thin_days') &&
      pastOf(data).length >= data.daily_rate_sample_days + data.daily_rate_thin_days &&
      data.daily_rate_sample_days > 0
        ? [data]
        : [],
    judge: (data) => {
      const { daily_rate, daily_rate_sample_days: days, daily_rate_thin_days: thin } = data;
      const past = pastOf(data);
      const end = past.length - thin;
      const mean = sum(past.slice(end - days, end)) / days;
      return (
        nearMoney(daily_rate, mean, 2) || {
          message: '`daily_rate` is not the mean of the sample days of `sparkline`.',
          expected: `about ${mean.toFixed(2)}, over ${days} days`,
          actual: `daily_rate ${daily_rate}`,
        }
      );
    },
  }),
  forEachRow(operation, {
    id: 'forecast.line-goes-on-at-the-rate',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Each future day of `sparkline` equals `daily_rate`.',
    source,
    each: (data) =>
      typeof data.daily_rate === 'number'
        ? [{ data, future: list(data.sparkline).slice(data.future_start_index) }]
        : [],
    judge: ({ data: { daily_rate }, future }) => {
      const other = future.find((amount) => !nearMoney(amount, daily_rate, 2));
      return (
        other === undefined || {
          message: 'A future day of `sparkline` differs from `daily_rate`.',
          expected: String(daily_rate),
          actual: String(other),
        }
      );
    },
  }),
  forEachRow(operation, {
    id: 'forecast.value-is-the-month-of-the-line',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`forecast_value` of a month equals `booked_to_date` plus the future days of `sparkline` to the end of the month.',
    source,
    each: (data, exchange) =>
      numbersOf(data, 'forecast_value', 'booked_to_date', 'days_remaining', 'future_start_index') &&
      horizonOf(exchange) === 'month' &&
      numbersOf(data, 'daily_rate', 'daily_rate_thin_days') &&
      remainingDays(data, exchange).length > 0 &&
      remainingDays(data, exchange).every((days) => days === data.days_remaining) &&
      futureOf(data).length >= data.days_remaining
        ? [data]
        : [],
    judge: (data) => {
      const { forecast_value, booked_to_date, days_remaining } = data;
      const expected = booked_to_date + sum(futureOf(data).slice(0, days_remaining));
      // The costs of thin days that are still to arrive may be part of the forecast.
      const most = expected + data.daily_rate_thin_days * data.daily_rate;
      const isBetween = forecast_value >= expected && forecast_value <= most;
      return (
        isBetween ||
        nearMoney(forecast_value, expected, days_remaining + 2) ||
        nearMoney(forecast_value, most, days_remaining + 2) || {
          message: '`forecast_value` is not the booked amount and the rest of the month in `sparkline`.',
          expected: `${round(expected)} = ${booked_to_date} + ${days_remaining} days of \`sparkline\``,
          actual: `forecast_value ${forecast_value}`,
        }
      );
    },
  }),
  sameFigure(operation, {
    id: 'forecast.past-is-the-same-for-every-horizon',
    deviation: 'contradiction',
    requirement:
      'The past days of `sparkline` and `daily_rate` do not depend on `horizon`, and the booked amount of a longer period is not smaller.',
    source: 'Other reads: forecast, horizon',
    reference: 'that with `horizon=month`',
    pairs: async (probe) => {
      const [month, ...others] = await successesOf(probe, 'horizon', ['month', 'quarter', 'year']);
      if (!month) return [];
      const base = dataOf(month);
      return others.flatMap((exchange) => {
        const data = dataOf(exchange);
        const name = `with \`horizon=${requested(exchange, 'horizon')}\``;
        return [
          {
            name: `The past of \`sparkline\` ${name}`,
            here: sum(pastOf(data)),
            there: sum(pastOf(base)),
            exchange,
          },
          { name: `\`daily_rate\` ${name}`, here: data.daily_rate, there: base.daily_rate, exchange },
          {
            name: `The least of \`booked_to_date\` ${name}`,
            here: Math.min(data.booked_to_date, base.booked_to_date),
            there: base.booked_to_date,
            exchange,
          },
          {
            name: `The least of \`days_remaining\` ${name}`,
            here: Math.min(data.days_remaining, base.days_remaining),
            there: base.days_remaining,
            exchange,
          },
        ];
      });
    },
  }),
  sameFigure(operation, {
    id: 'forecast.horizon-ends-with-its-period',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`days_remaining` with `horizon=quarter` and `horizon=year` exceeds that with `horizon=month` by the days from the end of the month to that of the period.',
    source: 'Other reads: forecast, horizon; Proposed by this contract',
    reference: 'the days to the end of the period',
    pairs: async (probe) => {
      const [month, quarter, year] = (await successesOf(probe, 'horizon', ['month', 'quarter', 'year'])) as [
        CompleteExchange,
        CompleteExchange,
        CompleteExchange,
      ];
      const todays = [month, quarter, year].flatMap(todaysOf).map((day) => day.slice(0, 7));
      const [today] = todays;
      if (today === undefined || todays.some((one) => one !== today)) {
        throw new NotApplicable('it may be another month in the time zone of the server');
      }
      const [thisYear, last] = [Number(today.slice(0, 4)), Number(today.slice(5)) - 1];
      const endOf = (lastMonth: number) => Date.UTC(thisYear, lastMonth + 1, 1);
      const ends = [
        { exchange: quarter, end: endOf(last - (last % 3) + 2) },
        { exchange: year, end: endOf(11) },
      ];
      return ends.map(({ exchange, end }) => ({
        name: `\`days_remaining\` with \`horizon=${requested(exchange, 'horizon')}\``,
        here: dataOf(exchange).days_remaining,
        there: dataOf(month).days_remaining + (end - endOf(last)) / dayMs,
        exchange,
      }));
    },
  }),
  sameFigure(operation, {
    id: 'forecast.past-is-the-timeline',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      'The past days of `sparkline` of a provider equal the amounts of the same days in its timeline.',
    source: 'Forecast: sparkline; Other reads: timeline; Proposed by this contract',
    reference: 'the amount of the day in the timeline',
    pairs: async (probe) => {
      const { exchange: read } = await probe.correct('getCostTimeline');
      const { provider_id, data_points, granularity } = dataOf(read);
      if (granularity !== 'daily' || typeof provider_id !== 'string') return [];
      const exchange = await successOf(probe, requestTo(operation, { query: { provider: provider_id } }));
      const data = dataOf(exchange);
      const past = pastOf(data);
      return rowsOf(data_points).map(({ date, amount }) => {
        const age = (instant(writtenDay(data.actuals_through)) - instant(writtenDay(date))) / dayMs;
        return {
          name: `The day ${show(date)} of \`sparkline\``,
          here: past[past.length - 1 - age],
          there: amount,
          exchange,
        };
      });
    },
  }),
];
