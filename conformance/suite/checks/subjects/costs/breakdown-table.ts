import type { Caller, CompleteExchange, RequestPlan } from '../../../../engine/http/exchange.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { requestTo } from '../../../contract.js';
import { dataOf, list, rowsOf } from '../../shared/exchange-data.js';
import { isSelectable } from '../../shared/filter-values.js';
import { successOf } from '../../shared/success-of.js';

type Query = readonly (readonly [name: string, value: string])[];

/** The list of filter options for each filter of costs, by the name of its parameter. */
export const optionLists = {
  service: 'services',
  account_id: 'accounts',
  region: 'regions',
  tag_key: 'tag_keys',
  tag_value: 'tag_values',
  charge_type: 'charge_types',
  usage_type: 'usage_types',
  platform: 'platforms',
  environment: 'environments',
} as const;

type CostFilter = keyof typeof optionLists;

/** A filter that costs are grouped by too. */
export type Dimension = 'service' | 'account_id' | 'region';

/** A breakdown with all of its rows. */
interface Table {
  readonly exchange: CompleteExchange;
  readonly rows: readonly any[];
  /** The cost of all rows. */
  readonly total: number;
}

/** A provider whose costs are read, and the API key that reads them. */
export interface CostsOf {
  readonly id: string;
  readonly as: Caller;
}

/** Returns the provider whose costs a request is for. */
export const providerIn = ({ path, as }: RequestPlan): CostsOf => ({
  id: decodeURIComponent(path.split('/')[4] ?? ''),
  as,
});

export const costRead = (
  operation: 'getCostBreakdown' | 'getCostFilterOptions' | 'getCostTimeline',
  { id, as }: CostsOf,
  query: Query = [],
): RequestPlan => ({ ...requestTo(operation, { path: { provider_id: id }, as }), query });

/**
 * Reads a breakdown that must be on one page.
 *
 * @throws {NotApplicable} if it is on several, or has no total
 */
export async function tableOf(probe: Probe, provider: CostsOf, query: Query = []): Promise<Table> {
  // A table by one group is usually on the default page, which other checks read.
  const page: Query = query.filter(([name]) => name === 'group_by').length > 1 ? [['page_size', '100']] : [];
  const plan = costRead('getCostBreakdown', provider, [...query, ...page]);
  const { status } = (await probe.send(plan)).response;
  // The service does not state the page sizes; another check reports a documented one that is refused.
  if (page.length > 0 && status >= 400 && status < 500) {
    throw new NotApplicable('the target refuses a breakdown by two groups on a page of 100 rows');
  }
  const exchange = await successOf(probe, plan);
  const { items, pagination, total_period_cost: total } = dataOf(exchange);
  const rows = rowsOf(items);
  if (pagination?.total_items !== rows.length || typeof total !== 'number') {
    throw new NotApplicable('the breakdown is on several pages or has no total');
  }
  return { exchange, rows, total };
}

/** Reads the options of one filter that a request can contain, and the response. */
export async function menuFor(
  probe: Probe,
  provider: CostsOf,
  filter: CostFilter,
  query: Query = [],
): Promise<{ readonly exchange: CompleteExchange; readonly values: readonly string[] }> {
  const plan = costRead('getCostFilterOptions', provider, [['dimension', filter], ...query]);
  const exchange = await successOf(probe, plan);
  return { exchange, values: valuesIn(exchange, filter) };
}

/** Returns the options of one filter in a response. */
const valuesIn = (exchange: CompleteExchange, filter: CostFilter): string[] =>
  list(dataOf(exchange)[optionLists[filter]]).filter(
    (value) => typeof value === 'string' && isSelectable(value),
  );

/** Returns the values of a column, without null. */
export const columnOf = (rows: readonly any[], column: CostFilter): string[] => [
  ...new Set(rows.map((row) => row[column]).filter((value) => typeof value === 'string')),
];

export const costFilters = Object.keys(optionLists);

/** An environment has no mode. */
export const costModes = costFilters.filter((name) => name !== 'environment');
