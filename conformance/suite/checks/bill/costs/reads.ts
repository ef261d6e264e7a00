import type { CompleteExchange, RequestPlan } from '../../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../../engine/http/requests.js';
import type { Probe } from '../../../../engine/run/probe.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import type { CostSelection, Granularity } from '../../../figures/queries/cost-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';

/** What costs are grouped by. */
export type GroupName = NonNullable<CostSelection['groupBy']>[number];

/** A read of costs and what it selects. */
export interface CostRead extends CostSelection {
  readonly provider: ProviderBill;
  readonly granularity?: Granularity;
}

/** Most rows of a page, so that a table usually needs only one. */
const pageSize = 100;

/** Returns the query parameters of a selection. */
function parametersOf({ days, groupBy = [], tagKey, filters = [], view, credits, granularity }: CostRead) {
  const named: [string, string | undefined][] = [
    ['start', days.first],
    ['end', days.last],
    ['granularity', granularity],
    ['show_cost_as', view],
    ['credits', credits],
    ['tag_key', tagKey],
  ];
  return [
    ...named.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    ...groupBy.map((name): [string, string] => ['group_by', name]),
    ...filters.flatMap(({ name, values, mode }): [string, string][] => [
      ...values.map((value): [string, string] => [name, value]),
      ...(mode === 'exclude' ? [[`${name}_mode`, mode] as [string, string]] : []),
    ]),
  ];
}

/** Returns the request for the first page of a breakdown. */
export function breakdownPlan(read: CostRead): RequestPlan {
  const plan = requestTo('getCostBreakdown', { path: { provider_id: read.provider.id } });
  return { ...plan, query: [...parametersOf(read), ['page_size', String(pageSize)]] };
}

/** Replaces the range of a request by a preset. */
export function withPreset(plan: RequestPlan, preset: string): RequestPlan {
  return withQuery(withoutQuery(withoutQuery(plan, 'start'), 'end'), 'preset', preset);
}

/** Reads the first page of a breakdown. */
export async function breakdownOf(
  probe: Probe,
  read: CostRead,
): Promise<{ exchange: CompleteExchange; data: any; isWhole: boolean }> {
  const exchange = await successOf(probe, breakdownPlan(read));
  const data = dataOf(exchange);
  return { exchange, data, isWhole: data.pagination?.has_next === false };
}
