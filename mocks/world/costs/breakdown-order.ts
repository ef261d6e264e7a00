import { percent } from '../money.js';
import { groupColumns, type Row } from './breakdown-rows.js';

type Value = string | number | null;

/**
 * Sorts rows by date or column as asked, and by group where that leaves them equal; null comes last
 * either way.
 *
 * @param dates of the entries of a row
 * @param hasBefore whether the costs of the range before are known
 */
export function orderOf(query: Record<string, any>, dates: readonly string[], hasBefore: boolean) {
  const direction = query.sort_order === 'asc' ? 1 : -1;
  const sortValue =
    query.sort_by_date === undefined
      ? columnOf(query.sort_by, hasBefore)
      : onDate(dates.indexOf(query.sort_by_date));
  return (one: Row, other: Row): number => {
    const order = compare(sortValue(one), sortValue(other), direction);
    if (order !== 0) return order;
    for (const column of groupColumns) {
      const byGroup = compare(one.groups[column], other.groups[column], 1);
      if (byGroup !== 0) return byGroup;
    }
    return 0;
  };
}

/** A date that no entry is of counts as 0. */
function onDate(at: number): (row: Row) => Value {
  return ({ byDate }) => byDate[at] ?? 0;
}

function columnOf(name: string, hasBefore: boolean): (row: Row) => Value {
  switch (name) {
    case 'service':
    case 'account_id':
    case 'region':
      return ({ groups }) => groups[name];
    case 'previous_cost':
      return ({ previous }) => (hasBefore ? previous : null);
    case 'change_percentage':
      return ({ cost, previous }) => (hasBefore ? percent(cost - previous, previous) : null);
    default:
      return ({ cost }) => cost;
  }
}

function compare(one: Value, other: Value, direction: number): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -direction : direction;
}
