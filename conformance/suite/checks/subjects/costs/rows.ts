import { groupBy } from '../../../../../src/group-by.js';
import type { Check } from '../../../../engine/check.js';
import { contradiction } from '../../../claims.js';
import { sum } from '../../../expect/near.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { totalIsSum } from '../../shared/total-is-sum.js';

/** The rows, if they are those of the whole table and not of one page. */
const wholeTable = (data: any) =>
  data.pagination?.total_items === rowsOf(data.items).length ? rowsOf(data.items) : [];

/** Checks of the rows of a breakdown and of their dates. */
export const rowChecks: readonly Check[] = [
  totalIsSum('getCostBreakdown', {
    id: 'costs.rows-make-the-totals-by-date',
    ...contradiction,
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
