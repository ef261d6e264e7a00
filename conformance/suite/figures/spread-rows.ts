import { literal } from '../../../src/focus/sql.js';
import type { KnownBill } from './known-bill.js';
import { type CostSelection, costColumn, costQuery, type Granularity } from './queries/cost-query.js';
import type { Group } from './queries/query.js';

/** What an upfront payment costs is never spread in what the invoice shows. */
const isSpreadable = "NOT (ChargeCategory = 'Purchase' AND ChargeFrequency IS NOT DISTINCT FROM 'One-Time')";

/** Returns by how much the cost of a group, one of which is a date, can differ in another reading. */
export type SpreadOn = (group: Group) => number;

/**
 * Rows whose charge period has several dates, such as the tax of a month, count on the first of them. A server may
 * spread them over all, of which some can be beyond the selected days.
 */
export async function spreadRows(
  bill: KnownBill,
  selection: CostSelection,
  granularity: Granularity,
): Promise<SpreadOn> {
  const format = granularity === 'daily' ? '%Y-%m-%d' : '%Y-%m';
  const first = `strftime(ChargePeriodStart, '${format}')`;
  const last = `strftime(ChargePeriodEnd - INTERVAL 1 MICROSECOND, '${format}')`;
  const days = { first: '0001-01-01', last: selection.days.last };
  const { where, groupBy = {} } = costQuery({ ...selection, days });
  const isBeyond = `ChargePeriodStart < DATE ${literal(selection.days.first)} OR ChargePeriodEnd > DATE ${literal(selection.days.last)} + INTERVAL 1 DAY`;
  const rows = await bill.expected({
    figures: { spread: `sum(abs(${costColumn(selection.view)}))` },
    where: [...where, isSpreadable, `(${last} > ${first} OR ${isBeyond})`],
    groupBy: { ...groupBy, first_date: first, last_date: last },
  });
  return ({ date, ...group }) =>
    rows
      .filter(({ group: { first_date, last_date, ...own } }) => {
        const isOfGroup = Object.entries(own).every(([name, value]) => group[name] === value);
        return isOfGroup && String(first_date) <= String(date) && String(date) <= String(last_date);
      })
      .reduce((sum, { figures }) => sum + (figures.spread ?? 0), 0);
}
