import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { successOf } from '../shared/success-of.js';

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
    level: 'SHOULD',
    basis: 'proposed',
    id: 'recommendations.are-sorted-as-requested',
    deviation: 'preference',
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
  {
    kind: 'active',
    level: 'SHOULD',
    basis: 'proposed',
    id: 'recommendations.descending-starts-with-the-highest',
    deviation: 'preference',
    requirement:
      'The list in descending order of savings starts with a higher value than in ascending order.',
    source,
    operations: ['listRecommendations'],
    requests: 2,
    async run(probe) {
      const { plan } = await probe.correct();
      const [lowest, highest] = await Promise.all(
        ['asc', 'desc'].map(async (order) => {
          const sorted = withQuery(withQuery(plan, 'sort_by', 'monthly_savings'), 'sort_order', order);
          const exchange = await successOf(probe, sorted);
          return { exchange, first: rowsOf(dataOf(exchange).items)[0]?.monthly_savings };
        }),
      );
      if (typeof lowest?.first !== 'number' || typeof highest?.first !== 'number') {
        throw new NotApplicable('the list has no savings');
      }
      if (highest.first > lowest.first) return;
      const { exchange } = await probe.correct();
      const all = rowsOf(dataOf(exchange).items).map((row) => row.monthly_savings);
      if (new Set(all).size < 2) throw new NotApplicable('the savings are all the same');
      fail({
        message: '`sort_order` does not change the order of the recommendations.',
        expected: `more than ${lowest.first} first in descending order`,
        actual: String(highest.first),
        exchange: highest.exchange,
      });
    },
  },
];
