import type { OperationId } from '../../../../../src/generated/operations.js';
import type { ActiveCheck, Check } from '../../../../engine/check.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import { proposal } from '../../../claims.js';
import { dataOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { costFilters, costModes } from './breakdown-table.js';

const unknown = 'no-such-value';
const source = 'Other reads: filterable, dimensions constrain each other; Proposed by this contract';

/** A read with filters. */
interface FilteredRead {
  readonly operation: OperationId;
  readonly area: string;
  readonly what: string;
  /** The filters; those without a mode have no exclusion here. */
  readonly filters: readonly string[];
  readonly modes: readonly string[];
  /** What the filters select from. Undefined if the response does not show it. */
  readonly amountIn: (data: any) => number | undefined;
}

export const numberOr = (value: unknown) => (typeof value === 'number' ? value : undefined);

/**
 * Returns what a read selects from.
 *
 * @throws {NotApplicable} if it is nothing, or if the response does not show it
 */
export function wholeIn(
  exchange: CompleteExchange,
  { amountIn, what }: Pick<FilteredRead, 'amountIn' | 'what'>,
): number {
  const whole = amountIn(dataOf(exchange));
  if (!whole) throw new NotApplicable(`${what} without a filter is empty, or has no total`);
  return whole;
}

export const withPairs = (plan: RequestPlan, pairs: RequestPlan['query']): RequestPlan => ({
  ...plan,
  query: [...plan.query, ...pairs],
});

export const shared = {
  // A server may lack a proposed parameter, and then ignores it.
  ...proposal,
  anyKey: true,
} as const;

const selectsNothing = (read: FilteredRead): ActiveCheck => ({
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

const changesNothing = (read: FilteredRead): ActiveCheck => ({
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

const reads: readonly FilteredRead[] = [
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
    amountIn: ({ services }) => (Array.isArray(services) ? services.length : undefined),
  },
];

/** Checks of filters by values that nothing has. */
export const unknownValueChecks: readonly Check[] = reads.flatMap((read) => [
  selectsNothing(read),
  changesNothing(read),
]);
