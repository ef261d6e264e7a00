import type { OperationRequest } from '../../types.js';
import { isoDate, parseDate } from '../calendar.js';
import type { Context } from '../context.js';
import type { Bill } from '../ledger/bill.js';
import type { Charge } from '../ledger/charges.js';
import { columnOf } from '../ledger/spans.js';
import { changeOf, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';
import { invalidQuery, pageOf } from '../responses.js';
import { portionsOf } from '../tags/allocation.js';
import type { Portion } from '../tags/shares.js';
import { groupingOf, orderOf, sumByDate, type TableInput, tabulate } from './breakdown-table.js';
import { filterOf, searchOf, type VirtualTagChoice, virtualTagOf } from './filter.js';
import { wholeCharges } from './portions.js';
import { actualSpans, bucketsOf, rangeBefore, rangeOf, reachesBackTo } from './range.js';

/** A filtered, grouped, sorted and paginated table of costs. */
export function getCostBreakdown(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const range = rangeOf(context, query);
  const virtual = virtualTagOf(context, query);
  checkQuery(query);

  const bill = context.ledger.billOf(provider.id);
  const spans = actualSpans(context, bill, range);
  const buckets = bucketsOf(spans, query.granularity);
  const before = rangeBefore(range);
  const spansBefore = reachesBackTo(bill, before.first) ? actualSpans(context, bill, before) : null;
  const input: TableInput = {
    ...selectedFrom(context, bill, query, virtual),
    column: columnOf(query.show_cost_as, query.credits),
    spans,
    spansBefore,
    // Costs on a date without an entry count as 0.
    spansOnDate: buckets.find(({ date }) => date === query.sort_by_date)?.spans ?? [],
  };
  const rows = tabulate(input).sort(orderOf(query, spansBefore !== null));
  const { items, pagination } = pageOf(rows, query.page, query.page_size, (row) => row);
  const costs = sumByDate(input, buckets, items);
  const tagKey = query.group_by.includes('tag') ? (query.tag_key[0] as string) : null;
  const virtualKey = query.group_by.includes('virtual_tag') ? (virtual.key?.seed.id ?? null) : null;
  const dates = buckets.map(({ date }) => date);
  return {
    provider_id: provider.id,
    provider_name: provider.name,
    period: range.period,
    start_date: isoDate(range.first),
    end_date: isoDate(range.last),
    granularity: query.granularity,
    show_cost_as: query.show_cost_as,
    credits: query.credits,
    total_period_cost: usd(rows.reduce((sum, { cost }) => sum + cost, 0)),
    items: items.map((row) => ({
      service: row.groups.service,
      account_id: row.groups.account_id,
      account_name: context.ledger.accountOf(provider.id, row.groups.account_id ?? '')?.name ?? null,
      region: row.groups.region,
      tag_key: tagKey,
      tag_value: row.groups.tag_value,
      virtual_tag_key: virtualKey,
      virtual_tag_value: row.groups.virtual_tag_value,
      cost: usd(row.cost),
      previous_cost: spansBefore === null ? null : usd(row.previous),
      change_percentage: spansBefore === null ? null : changeOf(row.cost, row.previous),
      spendings_by_date: onDates(dates, costs.of(row)),
    })),
    pagination,
    totals_by_date: onDates(dates, costs.total),
  };
}

/** Selects the portions of a bill, their grouping, and those that match filters and search. */
function selectedFrom(
  context: Context,
  bill: Bill,
  query: Record<string, any>,
  { key, values }: VirtualTagChoice,
) {
  const byTag = query.group_by.includes('tag');
  const byVirtual = query.group_by.includes('virtual_tag');
  // A tag key to group by does not filter.
  const passes = byTag ? filterOf({ ...query, tag_key_mode: 'include' }, 'tag_key') : filterOf(query);
  const found = searchOf(context, query.search);
  const portions =
    key !== null && (byVirtual || values !== null)
      ? portionsOf(context, key, bill.provider)
      : wholeCharges(bill);
  const matches = ({ charge, value }: Portion) => {
    const one = bill.charges[charge] as Charge;
    return (values === null || values.has(value)) && passes(one) && found(one);
  };
  return {
    portions,
    grouping: groupingOf(bill, portions, query.group_by, byTag ? query.tag_key[0] : undefined),
    matching: portions.flatMap((portion, p) => (matches(portion) ? [p] : [])),
  };
}

/** Checks rules that involve several parameters. */
function checkQuery(query: Record<string, any>): void {
  const { group_by, tag_key, virtual_tag_key, sort_by_date: input, granularity } = query;
  const missing = (name: string, group: string) =>
    invalidQuery(name, `Required to group by ${group}.`, 'missing', { ctx: { group_by: group } });
  if (group_by.includes('tag') && tag_key?.length !== 1) {
    throw tag_key === undefined
      ? missing('tag_key', 'tag')
      : invalidQuery('tag_key', 'Must be sent once to group by tag.', 'repeated');
  }
  if (group_by.includes('virtual_tag') && virtual_tag_key === undefined) {
    throw missing('virtual_tag_key', 'virtual_tag');
  }
  if (input === undefined) return;
  const isDaily = granularity === 'daily';
  if (isDaily ? parseDate(input) !== undefined : input.length === 'YYYY-MM'.length) return;
  const expected = isDaily ? 'a day, as YYYY-MM-DD' : 'a month, as YYYY-MM';
  throw invalidQuery('sort_by_date', `Must be ${expected}.`, 'format', { input, ctx: { granularity } });
}

function onDates(dates: readonly string[], values: Float64Array) {
  return dates.map((date, i) => {
    const value = values[i] as number;
    const before = i === 0 ? 0 : (values[i - 1] as number);
    return { date, value: usd(value), change_percentage: changeOf(value, before) };
  });
}
