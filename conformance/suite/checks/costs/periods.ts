import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { show } from '../../../engine/show.js';
import { twiceIn } from '../../expect/twice.js';
import { list, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import type { Judgment } from '../shared/on-response.js';

/** Returns the day of each row with a date, or the month if `granularity` is monthly. */
const periodsOf = (rows: unknown, exchange: CompleteExchange): string[] =>
  rowsOf(rows).flatMap(({ date }) =>
    typeof date === 'string'
      ? [date.slice(0, requested(exchange, 'granularity') === 'monthly' ? 7 : 10)]
      : [],
  );

function areDistinct(name: string, periods: readonly string[]): Judgment {
  const duplicate = twiceIn(periods);
  return (
    duplicate === undefined || {
      message: `\`${name}\` contains a day or month twice.`,
      expected: 'no duplicates',
      actual: `${duplicate} twice`,
    }
  );
}

/** Checks of the days and months of breakdown and timeline. */
export const periodChecks: readonly Check[] = [
  forEachRow('getCostTimeline', {
    id: 'costs.timeline-periods-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`data_points` of a timeline contains each day or month once.',
    source: 'Other reads: timeline; Proposed by this contract',
    each: (data, exchange) => [periodsOf(data.data_points, exchange)].filter(({ length }) => length > 1),
    judge: (periods) => areDistinct('data_points', periods),
  }),
  forEachRow('getCostTimeline', {
    id: 'costs.timeline-periods-are-in-order',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`data_points` of a timeline is in ascending order of its dates.',
    source: 'Other reads: timeline; Proposed by this contract',
    each: (data, exchange) => [periodsOf(data.data_points, exchange)].filter(({ length }) => length > 1),
    judge: (periods) => {
      const wrong = periods.findIndex((period, index) => index > 0 && period < (periods[index - 1] ?? ''));
      return (
        wrong < 0 || {
          message: '`data_points` is not in ascending order of its dates.',
          expected: `a date from ${periods[wrong - 1]} on`,
          actual: `${periods[wrong]}`,
        }
      );
    },
  }),
  forEachRow('getCostBreakdown', {
    id: 'costs.breakdown-periods-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`spendings_by_date` of a breakdown row contains each day or month once.',
    source: 'Other reads: breakdown, granularity',
    each: (data, exchange) =>
      rowsOf(data.items)
        .map(({ spendings_by_date }) => periodsOf(spendings_by_date, exchange))
        .filter(({ length }) => length > 1),
    judge: (periods) => areDistinct('spendings_by_date', periods),
  }),
  forEachRow('getCostBreakdown', {
    id: 'costs.dates-are-in-the-range',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The dates of a breakdown are in ascending order, from `start_date` to `end_date`, and all rows have the same.',
    source: 'Other reads: breakdown; Proposed by this contract',
    each: (data) =>
      typeof data.start_date === 'string' && typeof data.end_date === 'string' && list(data.items).length > 0
        ? [data]
        : [],
    judge: ({ start_date, end_date, totals_by_date, items }) => {
      const datesOf = (series: unknown) => rowsOf(series).map(({ date }) => String(date));
      const dates = datesOf(totals_by_date);
      const isInside = (date: string) =>
        date >= start_date.slice(0, date.length) && date <= end_date.slice(0, date.length);
      const wrong = dates.find(
        (date, index) => !isInside(date) || (index > 0 && date <= (dates[index - 1] ?? '')),
      );
      const other = rowsOf(items).find((row) => String(datesOf(row.spendings_by_date)) !== String(dates));
      return (
        (wrong === undefined && other === undefined) || {
          message: wrong
            ? 'A date of `totals_by_date` is out of order or range.'
            : 'A row has other dates than `totals_by_date`.',
          expected: wrong ? `ascending dates from ${start_date} to ${end_date}` : show(dates),
          actual: wrong ?? show(datesOf(other.spendings_by_date)),
        }
      );
    },
  }),
];
