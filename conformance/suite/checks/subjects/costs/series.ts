import { groupBy } from '../../../../../src/group-by.js';
import type { Check } from '../../../../engine/check.js';
import { contradiction } from '../../../claims.js';
import { sum } from '../../../expect/near.js';
import { equation, type Figure } from '../../shared/equation.js';
import { requested, rowsOf } from '../../shared/exchange-data.js';

const breakdown = 'getCostBreakdown' as const;
const source = 'Other reads: breakdown; Proposed by this contract';

/** The entries of each row by date, if the rows are those of the whole table and not of one page. */
const entriesOf = ({ items, pagination }: any) =>
  pagination?.total_items === rowsOf(items).length
    ? rowsOf(items).map((row) => groupBy(rowsOf(row.spendings_by_date), ({ date }) => date))
    : [];

/** Returns the change from an entry of a series to the next as a figure of their costs, rounded to cents. */
function change(before: any, { value, change_percentage }: any): Figure {
  return {
    name: 'change_percentage',
    value: change_percentage,
    from: [value, before.value],
    by: changeIn,
    within: 0.02 + (0.01 * (Math.abs(value) + Math.abs(before.value))) / before.value ** 2 / 0.01,
    isPercentage: true,
  };
}

/** A change from 0 or less can have either sign. */
const changeIn = (now: number, then: number) => (then <= 0 ? Number.NaN : ((now - then) / then) * 100);

/** The changes from each entry of a series to the next. */
const steps = (series: readonly any[]) => series.slice(1).map((entry, index) => change(series[index], entry));

/** Checks of the costs by date in a breakdown. */
export const seriesChecks: readonly Check[] = [
  equation(breakdown, {
    id: 'costs.rows-make-the-totals-by-date',
    ...contradiction,
    requirement:
      '`value` of each entry in `totals_by_date` equals the sum over the rows of a breakdown of one page.',
    source,
    formula: 'the sum over the rows on its date',
    figures: (data) => {
      const rows = entriesOf(data);
      if (rows.length === 0) return [];
      return rowsOf(data.totals_by_date).map(({ date, value }) => ({
        name: 'totals_by_date[].value',
        value,
        from: rows.map((entries) => sum((entries.get(date) ?? []).map((entry) => entry.value))),
        by: (...parts) => sum(parts),
      }));
    },
  }),
  equation(breakdown, {
    id: 'costs.change-of-dates-follows-from-values',
    ...contradiction,
    requirement:
      '`change_percentage` of a day in a breakdown is the change from the day before, as a percentage.',
    source,
    formula: 'the change from the entry before, as a percentage',
    figures: (data, exchange) =>
      // The first or last month may be incomplete.
      (requested(exchange, 'granularity') ?? 'daily') === 'daily'
        ? [data.totals_by_date, ...rowsOf(data.items).map((row) => row.spendings_by_date)].flatMap((series) =>
            steps(rowsOf(series)),
          )
        : [],
  }),
];
