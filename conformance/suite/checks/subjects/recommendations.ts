import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { proposal } from '../../claims.js';
import { allRequested, dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { isSelectable } from '../shared/filter-values.js';
import { forEachRow } from '../shared/for-each-row.js';
import { inOrder } from '../shared/in-order.js';
import { successOf } from '../shared/success-of.js';
import { numberOr, shared, wholeIn, withPairs } from './costs/unknown-values.js';

const source = 'Other reads: recommendations; Proposed by this contract';

/** Values of `display_status` that select one status each. */
const simpleStatuses = ['available', 'pending', 'optimized', 'rejected'];

/** The filters of recommendations, and the value of each in a row. */
const valueIn: Readonly<Record<string, (row: any) => unknown>> = {
  service: ({ service }) => service,
  environment: ({ environment }) => environment,
  account: ({ account }) => account,
  tag: ({ tag }) => tag,
};

const totalOf = { what: 'the list', amountIn: ({ pagination }: any) => numberOr(pagination?.total_items) };

/** Whether the order of a value is known: two teams may sort the letters of other scripts differently. */
const isSortable = (value: unknown) =>
  typeof value === 'number' || value === null || (typeof value === 'string' && /^[\w=.-]*$/.test(value));

export const recommendationChecks: readonly Check[] = [
  forEachRow('listRecommendations', {
    ...proposal,
    id: 'recommendations.status-filter-returns-only-matches',
    requirement: 'The list filtered by `display_status` contains only recommendations with that status.',
    source,
    each: (data, exchange) => {
      const [status = '', ...others] = allRequested(exchange, 'display_status');
      return simpleStatuses.includes(status) && others.length === 0
        ? rowsOf(data.items).map((row) => ({ row, status }))
        : [];
    },
    judge: ({ row, status }) =>
      row.status === status ||
      row.status === undefined || {
        message: `The list filtered by \`display_status=${status}\` contains another status.`,
        expected: show(status),
        actual: show(row.status),
      },
  }),
  {
    ...shared,
    id: 'recommendations.filter-and-its-opposite-share-no-row',
    requirement:
      'A filter by the service, environment, account or tag of a row, and the filter that leaves it out, return together no more than the list.',
    source: 'Proposed by this contract',
    operations: ['listRecommendations'],
    requests: 8,
    async run(probe: Probe) {
      const { plan, exchange: baseline } = await probe.correctOfAnyKey({ withSameData: true });
      const whole = wholeIn(baseline, totalOf);
      const rows = rowsOf(dataOf(baseline).items);
      const cases = Object.entries(valueIn).flatMap(([name, of]) => {
        const value = rows.map(of).find((one) => typeof one === 'string' && isSelectable(one));
        return typeof value === 'string' ? [{ name, value }] : [];
      });
      if (cases.length === 0) throw new NotApplicable('no row has a value to filter by');
      await eachCase(cases, async ({ name, value }) => {
        const [own, other] = await Promise.all(
          [name, `${name}_not`].map((filter) => successOf(probe, withPairs(plan, [[filter, value]]))),
        );
        const [has, hasNot] = [own, other].map((one) => totalOf.amountIn(dataOf(one as CompleteExchange)));
        if (has === undefined || hasNot === undefined || has + hasNot <= whole) return;
        fail({
          message: `\`${name}=${value}\` and \`${name}_not=${value}\` share rows.`,
          expected: `at most ${whole} recommendations together`,
          actual: `${has} and ${hasNot}`,
          exchange: other as CompleteExchange,
        });
      });
    },
  },
  forEachRow('listRecommendations', {
    id: 'recommendations.are-sorted-as-requested',
    ...proposal,
    requirement:
      'The list sorted by a field is in the order that `sort_order` requests, ascending by default.',
    source,
    each: (data, exchange) => {
      const by = requested(exchange, 'sort_by') ?? '';
      const values = rowsOf(data.items).map((row) => row[by]);
      return values.every(isSortable) ? [{ by, values }] : [];
    },
    judge: ({ by, values }, exchange) => inOrder(by, values, requested(exchange, 'sort_order') !== 'desc'),
  }),
];
