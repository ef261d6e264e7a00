import type { RequestPlan } from '../../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../../engine/http/requests.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import type { CostSelection, Dimension, Granularity } from '../../../figures/queries/cost-query.js';
import { requestTo } from '../../../request-to.js';

/** A read of costs and what it selects. */
export interface CostRead extends CostSelection {
  readonly provider: ProviderBill;
  readonly granularity?: Granularity;
  /** The name of a range, which the request has instead of days. */
  readonly preset?: string;
}

/** Most rows of a page, so that a table usually needs only one. */
const pageSize = 100;

/** Returns the request for the first page of a breakdown. */
export function breakdownPlan(read: CostRead): RequestPlan {
  const { provider, days, groupBy = [], tagKey, filters = [], view, credits, granularity } = read;
  const named: [string, string | undefined][] = [
    ['start', days.first],
    ['end', days.last],
    ['granularity', granularity],
    ['show_cost_as', view],
    ['credits', credits],
    ['tag_key', tagKey],
    ...groupBy.map((name): [string, string] => ['group_by', name]),
    ...filters.flatMap(({ name, values, mode }): [string, string][] => [
      ...values.map((value): [string, string] => [name, value]),
      ...(mode === 'exclude' ? [[`${name}_mode`, mode] as [string, string]] : []),
    ]),
    ['page_size', String(pageSize)],
  ];
  const plan = requestTo('getCostBreakdown', { path: { provider_id: provider.id } });
  return withPreset({ ...plan, query: sent(named) }, read);
}

/** Returns the request for a timeline, with the parts of a dimension. */
export function timelinePlan(read: CostRead, dimension?: Dimension): RequestPlan {
  const { provider, days, granularity, credits } = read;
  const plan = requestTo('getCostTimeline', { path: { provider_id: provider.id } });
  const query = { start: days.first, end: days.last, granularity, credits, dimension };
  return withPreset({ ...plan, query: sent(Object.entries(query)) }, read);
}

function sent(query: readonly [string, string | undefined][]): [string, string][] {
  return query.filter((one): one is [string, string] => one[1] !== undefined);
}

function withPreset(plan: RequestPlan, { preset }: CostRead): RequestPlan {
  return preset === undefined
    ? plan
    : withQuery(withoutQuery(withoutQuery(plan, 'start'), 'end'), 'preset', preset);
}
