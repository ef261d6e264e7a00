import type { KnownBill } from './known-bill.js';
import type { Group, Query } from './queries/query.js';

/**
 * Returns whether every row of a group has a quantity, in units that can be added, so that its utilization is not
 * computed from costs. All rows of the bill count, because the unit of a group is the same in every range of days.
 *
 * @param query groups the committed rows of all days
 */
export async function knownUnits(
  bill: KnownBill,
  { where, groupBy = {} }: Pick<Query, 'where' | 'groupBy'>,
): Promise<(group: Group) => boolean> {
  const rows = await bill.expected({
    figures: {
      quantities: 'count(CommitmentDiscountQuantity)',
      units: 'count(DISTINCT lower(CommitmentDiscountUnit))',
    },
    where,
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
