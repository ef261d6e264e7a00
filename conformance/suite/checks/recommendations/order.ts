import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { proposal } from '../../claims.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';

const source = 'Other reads: recommendations; Proposed by this contract';

/** Whether the order of a value is known: two teams may sort the letters of other scripts differently. */
const isComparable = (value: unknown) =>
  typeof value === 'number' || value === null || (typeof value === 'string' && /^[\w=.-]*$/.test(value));

/** Whether a value is smaller (1) or larger (-1) than the one before it, by every usual order of texts. */
function isOutOfOrder(sign: 1 | -1, value: unknown, before: unknown): boolean {
  // Rows without a value may be first or last.
  if (value === null || before === null) return false;
  if (typeof value === 'number' && typeof before === 'number') return (before - value) * sign > 0;
  const [one, other] = [String(before), String(value)];
  const byCode = (a: string, b: string) => (a > b ? 1 : a < b ? -1 : 0);
  return [byCode(one, other), one.localeCompare(other, 'en')].every((one) => one * sign > 0);
}

/** Checks of the order of the list. */
export const orderChecks: readonly Check[] = [
  forEachRow('listRecommendations', {
    ...proposal,
    id: 'recommendations.are-sorted-as-requested',
    requirement:
      'The list sorted by a field is in the order that `sort_order` requests, ascending by default.',
    source,
    each: (data, exchange) => {
      const by = requested(exchange, 'sort_by') ?? '';
      const values = rowsOf(data.items).map((row) => row[by]);
      const isAscending = requested(exchange, 'sort_order') !== 'desc';
      return values.every(isComparable) ? [{ values, isAscending }] : [];
    },
    judge: ({ values, isAscending }) => {
      const at = values.findIndex(
        (value, index) => index > 0 && isOutOfOrder(isAscending ? 1 : -1, value, values[index - 1]),
      );
      return (
        at < 0 || {
          message: 'The recommendations are not in the requested order.',
          expected: `${isAscending ? 'at least' : 'at most'} ${show(values[at - 1])}`,
          actual: show(values[at]),
        }
      );
    },
  }),
];
