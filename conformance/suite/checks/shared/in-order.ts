import { show } from '../../../engine/show.js';
import type { Judgment } from './on-response.js';

type Value = string | number;

/** Compares two numbers, or two texts whose order is the same in every collation. */
function compare(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return Math.sign(one - other);
  const [left, right] = [String(one), String(other)];
  const byCode = left < right ? -1 : Number(left > right);
  return Math.sign(left.localeCompare(right, 'en')) === byCode ? byCode : 0;
}

/** Judges the order of the rows of a list by the values that they are sorted by; null may be first or last. */
export function inOrder(name: string, values: readonly unknown[], isAscending: boolean): Judgment {
  const known = values.filter(
    (value): value is Value => typeof value === 'string' || typeof value === 'number',
  );
  const wrong = isAscending ? -1 : 1;
  const at = known.findIndex(
    (value, index) => index > 0 && compare(value, known[index - 1] as Value) === wrong,
  );
  return (
    at < 0 || {
      message: `The rows are not in ${isAscending ? 'ascending' : 'descending'} order of \`${name}\`.`,
      expected: `at ${isAscending ? 'least' : 'most'} ${show(known[at - 1])}`,
      actual: show(known[at]),
    }
  );
}
