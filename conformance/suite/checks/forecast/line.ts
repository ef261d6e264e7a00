import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { dataOf, requested } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf } from '../shared/success-of.js';
import { dayMs, todaysOf } from '../shared/timestamps.js';

const operation = 'getCostForecast' as const;

/** Checks of the line of past and future days. */
export const lineChecks: readonly Check[] = [
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
];
