import { changeOf, wholeMicros } from '../money.js';
import type { Row } from './breakdown-table.js';

type Value = string | number | null;

/**
 * Returns a comparison by the requested date or column, null last in both directions. Equal rows
 * stay in their order.
 *
 * @param hasBefore whether the costs of the previous range are known
 */
export function orderOf(query: Record<string, any>, hasBefore: boolean) {
  const direction = query.sort_order === 'asc' ? 1 : -1;
  const sortValue =
    query.sort_by_date === undefined
      ? columnValue(query.sort_by, hasBefore)
      : ({ onDate }: Row) => wholeMicros(onDate);
  return (one: Row, other: Row): number => {
    const [a, b] = [sortValue(one), sortValue(other)];
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -direction : direction;
  };
}

function columnValue(name: string, hasBefore: boolean): (row: Row) => Value {
  switch (name) {
    case 'service':
    case 'account_id':
    case 'region':
      return ({ groups }) => groups[name];
    case 'previous_cost':
      return ({ previous }) => (hasBefore ? wholeMicros(previous) : null);
    case 'change_percentage':
      return ({ cost, previous }) => (hasBefore ? changeOf(cost, previous) : null);
    default:
      return ({ cost }) => wholeMicros(cost);
  }
}
