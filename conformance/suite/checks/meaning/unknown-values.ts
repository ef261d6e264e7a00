import type { OperationId } from '../../../../src/generated/operations.js';
import type { ActiveCheck, Check } from '../../../engine/check.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { dataOf, list, rowsOf } from '../shared/exchange-data.js';
import { isSelectable } from '../shared/filter-values.js';
import { successOf } from '../shared/success-of.js';
import { menuOf } from './breakdown-table.js';

const unknown = 'no-such-value';

/** A read with filters. */
interface Filtered {
  readonly operation: OperationId;
  readonly area: string;
  readonly what: string;
  /** The filters; those without a mode have no exclusion here. */
  readonly filters: readonly string[];
  readonly modes: readonly string[];
  /** What the filters select from. Undefined if the response does not show it. */
  readonly amountIn: (data: any) => number | undefined;
}

const numberOr = (value: unknown) => (typeof value === 'number' ? value : undefined);
const costFilters = Object.keys(menuOf);
/** An environment has no mode. */
const costModes = costFilters.filter((name) => name !== 'environment');

const reads: readonly Filtered[] = [
  {
    operation: 'getCostBreakdown',
    area: 'costs',
    what: 'a breakdown',
    filters: [...costFilters, 'search'],
    modes: costModes,
    amountIn: ({ total_period_cost: total }) => numberOr(total),
  },
  {
    operation: 'getCostFilterOptions',
    area: 'filter-options',
    what: 'the options of services',
    filters: costFilters.filter((name) => name !== 'service'),
    modes: costModes.filter((name) => name !== 'service'),
    amountIn: ({ services }) => (Array.isArray(services) ? list(services).length : undefined),
  },
];

/**
 * Returns what a read selects from.
 *
 * @throws {NotApplicable} if it is nothing, or if the response does not show it
 */
function wholeIn(
  exchange: CompleteExchange,
  { amountIn, what }: Pick<Filtered, 'amountIn' | 'what'>,
): number {
  const whole = amountIn(dataOf(exchange));
  if (!whole) throw new NotApplicable(`${what} without a filter is empty, or has no total`);
  return whole;
}

const withPairs = (plan: RequestPlan, pairs: RequestPlan['query']): RequestPlan => ({
  ...plan,
  query: [...plan.query, ...pairs],
});

const shared = {
  kind: 'active',
  level: 'SHOULD',
  basis: 'proposed',
  // A server may lack a proposed parameter, and then ignores it.
  deviation: 'preference',
  anyKey: true,
} as const;

const source = 'Other reads: filterable, dimensions constrain each other; Proposed by this contract';

const selectsNothing = (read: Filtered): ActiveCheck => ({
  ...shared,
  id: `${read.area}.unknown-value-selects-nothing`,
  requirement: `A filter by a value that nothing has leaves nothing of ${read.what}, or is refused.`,
  source,
  operations: [read.operation],
  requests: read.filters.length,
  async run(probe) {
    const { plan, exchange: baseline } = await probe.correctOfAnyKey({ withSameData: true });
    const whole = wholeIn(baseline, read);
    await eachCase(read.filters, async (name) => {
      const mode = read.modes.includes(name) ? [[`${name}_mode`, 'include'] as const] : [];
      const exchange = await probe.send(withPairs(plan, [[name, unknown], ...mode]));
      const left = isSuccess(exchange) ? read.amountIn(dataOf(exchange)) : 0;
      if (!left) return;
      fail({
        message: `\`${name}=${unknown}\` leaves something of ${read.what}.`,
        expected: `nothing of ${whole}`,
        actual: String(left),
        exchange,
      });
    });
  },
});

const changesNothing = (read: Filtered): ActiveCheck => ({
  ...shared,
  id: `${read.area}.excluding-an-unknown-value-changes-nothing`,
  requirement: `Filters that exclude a value that nothing has leave all of ${read.what}.`,
  source,
  operations: [read.operation],
  requests: 1,
  async run(probe) {
    const { plan, exchange: baseline } = await probe.correctOfAnyKey({ withSameData: true });
    const whole = wholeIn(baseline, read);
    const exclusion = read.modes.flatMap((name) => [
      [name, unknown] as const,
      [`${name}_mode`, 'exclude'] as const,
    ]);
    const exchange = await successOf(probe, withPairs(plan, exclusion));
    const left = read.amountIn(dataOf(exchange));
    // Costs may be added between two requests.
    if (left === undefined || left >= whole) return;
    fail({
      message: `Excluding \`${unknown}\` from each filter leaves less of ${read.what}.`,
      expected: String(whole),
      actual: String(left),
      exchange,
    });
  },
});

/** The filters of recommendations, and the value of each in a row. */
const valueIn: Readonly<Record<string, (row: any) => unknown>> = {
  service: ({ service }) => service,
  environment: ({ environment }) => environment,
  account: ({ account }) => account,
  tag: ({ tag }) => tag,
};

const totalOf = { what: 'the list', amountIn: ({ pagination }: any) => numberOr(pagination?.total_items) };

/** Checks of filters by values that nothing has, and by one that a row has: each shows whether a filter has an effect. */
export const unknownValueChecks: readonly Check[] = [
  ...reads.flatMap((read) => [selectsNothing(read), changesNothing(read)]),
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
