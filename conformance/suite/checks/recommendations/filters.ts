import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { allRequested, dataOf, rowsOf } from '../shared/exchange-data.js';
import { isSelectable } from '../shared/filter-values.js';
import { forEachRow } from '../shared/for-each-row.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { numberOr, shared, wholeIn, withPairs } from '../shared/unknown-values.js';

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

/** Checks of search and filters. */
export const filterChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'recommendations.search-returns-only-matches',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`search` for a text that occurs in no recommendation returns an empty list.',
    source: 'Other reads: recommendations, search',
    operations: ['listRecommendations'],
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await successOf(probe, withQuery(plan, 'search', 'no-such-text-anywhere'));
      const found = rowsOf(exchange.response.json?.data?.items);
      if (found.length === 0) return;
      fail({
        message: '`search` for a text that occurs in no recommendation returns items.',
        expected: 'no items',
        actual: `${found.length} items`,
        exchange,
      });
    },
  },
  {
    kind: 'active',
    id: 'recommendations.search-finds-text-in-any-case',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`search` for the `service` of a recommendation finds it, in lower and in upper case.',
    source: 'Other reads: recommendations, search; Proposed by this contract',
    operations: ['listRecommendations'],
    requests: 2,
    async run(probe) {
      const { plan, exchange: list } = await probe.correct();
      const service = rowsOf(list.response.json?.data?.items)
        .map((row) => row.service)
        .find((one) => typeof one === 'string' && one.toLowerCase() !== one.toUpperCase());
      if (service === undefined) throw new NotApplicable('the list contains no service');
      await eachCase([service.toLowerCase(), service.toUpperCase()], async (text) => {
        const exchange = await successOf(probe, withQuery(plan, 'search', text));
        if (rowsOf(exchange.response.json?.data?.items).length > 0) return;
        fail({
          message: '`search` for the `service` of a recommendation returns no items.',
          expected: `recommendations of service ${show(service)}`,
          actual: `no items for search=${text}`,
          exchange,
        });
      });
    },
  },
  forEachRow('listRecommendations', {
    level: 'SHOULD',
    basis: 'proposed',
    id: 'recommendations.status-filter-returns-only-matches',
    deviation: 'preference',
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
    kind: 'active',
    level: 'SHOULD',
    basis: 'proposed',
    id: 'recommendations.statuses-split-the-list',
    deviation: 'preference',
    requirement:
      'Filters by different values of `display_status` return different recommendations, and together not more savings than the whole list.',
    source,
    operations: ['listRecommendations'],
    requests: 0,
    async run(probe) {
      const { exchange: whole } = await probe.correct();
      const statuses = ['available', 'pending', 'processing', 'optimized', 'rejected', 'unavailable'];
      const filtered = await successesOf(probe, 'display_status', statuses);
      const counts = filtered.map((one) => dataOf(one).pagination?.total_items);
      const all = dataOf(whole).pagination?.total_items;
      if (![all, ...counts].every((count) => typeof count === 'number')) {
        throw new NotApplicable('the list has no total_items');
      }
      if (sum(counts) <= all) return;
      fail({
        message: 'The recommendations of each status together are more than all of them.',
        expected: `at most ${all}`,
        actual: show(counts),
        exchange: whole,
      });
    },
  },
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
];
