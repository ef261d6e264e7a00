import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { dataOf, list, requested, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { dayMs, instant, todaysOf, writtenDay } from '../shared/timestamps.js';

const operation = 'getCostForecast' as const;

const pastOf = ({ sparkline, future_start_index }: any) => list(sparkline).slice(0, future_start_index);

/** Checks of the line of past and future days. */
export const lineChecks: readonly Check[] = [
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
