import { groupBy } from '../../../../../src/group-by.js';
import type { Check } from '../../../../engine/check.js';
import { contradiction } from '../../../claims.js';
import { nearMoney, round, roundingOf, sum } from '../../../expect/near.js';
import { requested, rowsOf } from '../../shared/exchange-data.js';
import { forEachRow } from '../../shared/for-each-row.js';

const breakdown = 'getCostBreakdown' as const;
const source = 'Other reads: breakdown; Proposed by this contract';

/** The entries of each row by date, if the rows are those of the whole table and not of one page. */
const entriesOf = ({ items, pagination }: any) =>
  pagination?.total_items === rowsOf(items).length
    ? rowsOf(items).map((row) => groupBy(rowsOf(row.spendings_by_date), ({ date }) => date))
    : [];

/** The entries of a series after the first, each with the value before it. */
const changesIn = (series: unknown) =>
  rowsOf(series).flatMap(({ value, change_percentage: actual }, index, all) =>
    index === 0 ? [] : [{ value, before: all[index - 1].value, actual }],
  );

/** Checks of the costs by date in a breakdown. */
export const seriesChecks: readonly Check[] = [
  forEachRow(breakdown, {
    id: 'costs.rows-make-the-totals-by-date',
    ...contradiction,
    requirement:
      '`value` of each entry in `totals_by_date` equals the sum over the rows of a breakdown of one page.',
    source,
    each: (data) => {
      const rows = entriesOf(data);
      const totalOn = (date: unknown) =>
        sum(rows.flatMap((row) => row.get(date) ?? []).map(({ value }) => value));
      return rowsOf(data.totals_by_date)
        .map(({ date, value }) => ({ value, total: totalOn(date), terms: rows.length + 1 }))
        .filter(({ value, total }) => rows.length > 0 && Number.isFinite(value) && Number.isFinite(total));
    },
    judge: ({ value, total, terms }) =>
      nearMoney(value, total, terms) || {
        message: '`totals_by_date[].value` is not the sum over the rows on its date.',
        expected: round(total),
        actual: `totals_by_date[].value ${value}`,
      },
  }),
  forEachRow(breakdown, {
    id: 'costs.change-of-dates-follows-from-values',
    ...contradiction,
    requirement:
      '`change_percentage` of a day in a breakdown is the change from the day before, as a percentage.',
    source,
    each: (data, exchange) => {
      // The first or last month may be incomplete.
      if ((requested(exchange, 'granularity') ?? 'daily') !== 'daily') return [];
      const rows = rowsOf(data.items).map((row) => row.spendings_by_date);
      const changes = [data.totals_by_date, ...rows].flatMap(changesIn);
      const rounding = roundingOf(changes.map(({ actual }) => actual));
      // A change from 0 or less can have either sign.
      const isKnown = ({ value, before, actual }: (typeof changes)[number]) =>
        [value, before, actual].every(Number.isFinite) && before > 0;
      return changes.filter(isKnown).map((one) => ({ ...one, rounding }));
    },
    judge: ({ value, before, actual, rounding }) => {
      const expected = ((value - before) / before) * 100;
      // Both values are rounded to cents.
      const within = 0.02 + (Math.abs(value) + before) / before ** 2 + rounding;
      return (
        Math.abs(actual - expected) <= within ||
        nearMoney(actual, expected, 3) || {
          message: '`change_percentage` is not the change from the entry before, as a percentage.',
          expected: round(expected),
          actual: `change_percentage ${actual}`,
        }
      );
    },
  }),
];
