import type { Days } from './days.js';
import type { KnownBill } from './known-bill.js';
import { chargedFrom, type Group, type Query } from './query.js';

/**
 * Returns whether every row of a group has a quantity, in units that can be added, so that its utilization is not
 * computed from costs. All rows of the bill count, because the unit of a group is the same in every range of days.
 *
 * @param query groups the committed rows of some days
 */
export async function knownUnits(
  bill: KnownBill,
  { where, groupBy = {} }: Query,
  { first, last }: Days,
): Promise<(group: Group) => boolean> {
  const range = chargedFrom(first, last);
  const rows = await bill.expected({
    figures: {
      quantities: 'count(CommitmentDiscountQuantity)',
      units: 'count(DISTINCT lower(CommitmentDiscountUnit))',
    },
    where: where.filter((condition) => !range.includes(condition)),
    groupBy,
  });
  const keyOf = (group: Group) => JSON.stringify(Object.keys(groupBy).map((name) => group[name] ?? null));
  const known = new Set(
    rows
      .filter(({ figures, rows: count }) => figures.quantities === count && (figures.units ?? 0) < 2)
      .map(({ group }) => keyOf(group)),
  );
  return (group) => known.has(keyOf(group));
}
