import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { isDay } from '../../../figures/days.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import type { CostSelection, Granularity } from '../../../figures/queries/cost-query.js';
import { type BillCase, type Parameter, type ProviderRead, readOf } from '../bill-check.js';

/** A read of costs and what it selects. */
export interface CostRead extends CostSelection {
  readonly provider: ProviderBill;
  /** Default: a breakdown. The group of a timeline is the dimension of its parts. */
  readonly operation?: 'getCostTimeline';
  readonly granularity?: Granularity;
  /** The name of a range, which the request has instead of days. */
  readonly preset?: string;
  readonly search?: string;
}

/** A response with costs. */
export interface Costs extends ProviderRead {
  /** What it selects: for a preset, the days that the response states. */
  readonly selection: CostRead;
}

/** Most rows of a page, so that a table usually needs only one. */
const pageSize = 100;

function parametersOf(read: CostRead): Parameter[] {
  const { operation, days, groupBy = [], filters = [], preset } = read;
  return [
    ...Object.entries(preset === undefined ? { start: days.first, end: days.last } : { preset }),
    ['granularity', read.granularity],
    ['show_cost_as', read.view],
    ['credits', read.credits],
    ['tag_key', read.tagKey],
    ...groupBy.map((name): Parameter => [operation ? 'dimension' : 'group_by', name]),
    ...filters.flatMap(({ name, values, mode }): Parameter[] => [
      ...values.map((value): Parameter => [name, value]),
      [`${name}_mode`, mode === 'exclude' ? mode : undefined],
    ]),
    ['page_size', operation ? undefined : String(pageSize)],
    ['search', read.search],
  ];
}

/** Reads a timeline, or the first page of a breakdown. */
export async function readCosts(billCase: BillCase, costs: CostRead): Promise<Costs> {
  const { operation = 'getCostBreakdown', provider, days: all } = costs;
  const read = await readOf(billCase, operation, provider, { query: parametersOf(costs), days: all });
  if (costs.preset === undefined) return { ...read, selection: costs };
  const { start_date: first, end_date: last } = read.data;
  if (!isDay(first) || !isDay(last)) throw new NotApplicable('the response does not state its range');
  return { ...read, days: { first, last }, selection: { ...costs, days: { first, last } } };
}
