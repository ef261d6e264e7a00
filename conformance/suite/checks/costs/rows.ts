import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import { sum } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { listTotalIsSum, totalIsSum, withParts } from '../shared/total-is-sum.js';

/** The rows, if they are those of the whole table and not of one page. */
const wholeTable = (data: any) =>
  data.pagination?.total_items === rowsOf(data.items).length ? rowsOf(data.items) : [];

/** Checks of the rows of a breakdown and of their dates. */
export const rowChecks: readonly Check[] = [
  listTotalIsSum('getCostBreakdown', {
    id: 'costs.breakdown-total-is-its-sum',
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'proposed',
    requirement: '`total_period_cost` of a breakdown of one page equals the sum of `items[].cost`.',
    source: 'Proposed by this contract',
    total: 'total_period_cost',
    part: 'cost',
  }),
  totalIsSum('getCostBreakdown', {
    id: 'costs.breakdown-dates-add-up',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'contradiction',
    requirement:
      '`total_period_cost` of a breakdown equals the sum of `totals_by_date[].value`, and `cost` of a row equals the sum of `spendings_by_date[].value`.',
    source: 'Proposed by this contract',
    sums: ({ total_period_cost, totals_by_date, items }) =>
      withParts(
        [
          {
            name: 'total_period_cost',
            definition: 'the sum of `totals_by_date[].value`',
            total: total_period_cost,
            dates: totals_by_date,
          },
          ...rowsOf(items).map((row) => ({
            name: 'cost',
            definition: 'the sum of `spendings_by_date[].value`',
            total: row.cost,
            dates: row.spendings_by_date,
          })),
        ].map(({ dates, ...one }) => ({ ...one, parts: rowsOf(dates).map(({ value }) => value) })),
      ),
  }),
  totalIsSum('getCostBreakdown', {
    id: 'costs.rows-make-the-totals-by-date',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`value` of each entry in `totals_by_date` equals the sum over the rows of a breakdown of one page.',
    source: 'Other reads: breakdown; Proposed by this contract',
    sums: (data) => {
      const rows = wholeTable(data).map((row) => groupBy(rowsOf(row.spendings_by_date), ({ date }) => date));
      if (rows.length === 0) return [];
      return rowsOf(data.totals_by_date).map(({ date, value: total }) => ({
        name: 'totals_by_date[].value',
        definition: 'the sum over the rows on its date',
        total,
        parts: rows.map((days) => sum((days.get(date) ?? []).map(({ value }) => value))),
      }));
    },
  }),
];
