import type { Failure, OperationHandler } from '../../types.js';
import { isoDate, parseDate } from '../calendar.js';
import type { Context } from '../context.js';
import { invalid } from '../failures.js';
import { type Bill, type Charge, columnOf } from '../ledger/bill.js';
import { percent, usd } from '../money.js';
import { pageOf } from '../pages.js';
import { aboutProvider } from '../providers/find-provider.js';
import { createTagShares, type Portion, type TagShares } from '../tags/tag-shares.js';
import { orderOf } from './breakdown-order.js';
import { createRows, type Row } from './breakdown-rows.js';
import { filterOf } from './filter.js';
import { costOf, occurs, wholeCharges } from './portions.js';
import { arrivedSpans, bucketsOf, rangeBefore, rangeOf } from './range.js';
import { searchOf } from './search.js';
import { type VirtualTagChoice, virtualTagOf } from './virtual-tag.js';

/** A table of costs: filtered, grouped, sorted, and cut into pages. */
export function getCostBreakdown(context: Context): OperationHandler {
  const { ledger } = context;
  const shares = createTagShares(context);
  return aboutProvider(context, (provider, { query }) => {
    const range = rangeOf(context, query);
    if ('failure' in range) return range;
    const virtual = virtualTagOf(shares, query);
    if ('failure' in virtual) return virtual;
    const refused = refusalOf(query);
    if (refused !== null) return refused;

    const bill = ledger.billOf(provider.id);
    const spans = bill === null ? [] : arrivedSpans(context, bill, range);
    const buckets = bucketsOf(spans, query.granularity);
    const dates = buckets.map(({ date }) => date);
    const before = rangeBefore(range);
    const spansBefore =
      bill === null || before.first < bill.firstDay ? null : arrivedSpans(context, bill, before);
    const column = columnOf(query.show_cost_as, query.credits);
    const tagKey = query.group_by.includes('tag') ? (query.tag_key[0] as string) : undefined;
    const virtualKey = query.group_by.includes('virtual_tag') ? virtual.key?.seed.id : undefined;

    const chosen = bill === null ? [] : choose(context, shares, bill, query, virtual);
    const rows = createRows(query.group_by, tagKey, buckets.length);
    for (const { charge, portion } of chosen) {
      if (!occurs(spans, portion)) continue;
      const row = rows.at(charge, portion);
      buckets.forEach((bucket, i) => {
        const cost = costOf(bucket.spans, column, portion);
        row.byDate[i] = (row.byDate[i] as number) + cost;
        row.cost += cost;
      });
    }
    if (spansBefore !== null) {
      for (const { charge, portion } of chosen) {
        // What only the range before has is in no row.
        const row = rows.find(charge, portion);
        if (row !== undefined) row.previous += costOf(spansBefore, column, portion);
      }
    }
    const all = rows.all().sort(orderOf(query, dates, spansBefore !== null));

    const show = ({ groups, cost, previous, byDate }: Row) => ({
      service: groups.service,
      account_id: groups.account_id,
      account_name:
        groups.account_id === null ? null : (ledger.accounts.get(groups.account_id)?.name ?? null),
      region: groups.region,
      tag_key: tagKey ?? null,
      tag_value: groups.tag_value,
      virtual_tag_key: virtualKey ?? null,
      virtual_tag_value: groups.virtual_tag_value,
      cost: usd(cost),
      previous_cost: spansBefore === null ? null : usd(previous),
      change_percentage: spansBefore === null ? null : percent(cost - previous, previous),
      spendings_by_date: onDates(dates, byDate),
    });
    return {
      data: {
        provider_id: provider.id,
        provider_name: provider.name,
        period: range.period,
        start_date: isoDate(range.first),
        end_date: isoDate(range.last),
        granularity: query.granularity,
        show_cost_as: query.show_cost_as,
        credits: query.credits,
        total_period_cost: bill === null ? null : usd(all.reduce((sum, { cost }) => sum + cost, 0)),
        ...pageOf(all, query.page, query.page_size, show),
        totals_by_date: onDates(dates, totalsOf(all, dates.length)),
      },
    };
  });
}

/** The portions of a bill that pass filters and search, cut by a virtual tag where it matters. */
function choose(
  context: Context,
  shares: TagShares,
  bill: Bill,
  query: Record<string, any>,
  { key, values }: VirtualTagChoice,
): readonly { charge: Charge; portion: Portion }[] {
  const byTag = query.group_by.includes('tag');
  const byVirtual = query.group_by.includes('virtual_tag');
  // A key to group by is no filter.
  const passes = byTag ? filterOf({ ...query, tag_key_mode: 'include' }, ['tag_key']) : filterOf(query);
  const found = searchOf(context, query.search);
  const suits = bill.charges.map((charge) => passes(charge) && found(charge));
  const provider = bill.charges[0]?.provider;
  const portions =
    key !== null && provider !== undefined && (byVirtual || values !== null)
      ? shares.portionsOf(key, provider)
      : wholeCharges(bill);
  return portions
    .filter(({ charge, value }) => suits[charge] && (values === null || values.has(value)))
    .map((portion) => ({ charge: bill.charges[portion.charge] as Charge, portion }));
}

/** What only the parameters together can be wrong in. */
function refusalOf(query: Record<string, any>): { failure: Failure } | null {
  const { group_by, tag_key, virtual_tag_key, sort_by_date, granularity } = query;
  if (group_by.includes('tag') && tag_key?.length !== 1) {
    return tag_key === undefined
      ? missing('tag_key', 'tag')
      : invalid({ loc: ['query', 'tag_key'], msg: 'Must be sent once to group by tag.', type: 'repeated' });
  }
  if (group_by.includes('virtual_tag') && virtual_tag_key === undefined) {
    return missing('virtual_tag_key', 'virtual_tag');
  }
  const wanted = granularity === 'daily' ? 'a day, as YYYY-MM-DD' : 'a month, as YYYY-MM';
  const fits = granularity === 'daily' ? isDay : isMonth;
  if (sort_by_date === undefined || fits(sort_by_date)) return null;
  return invalid({
    loc: ['query', 'sort_by_date'],
    msg: `Must be ${wanted}.`,
    type: 'format',
    input: sort_by_date,
    ctx: { granularity },
  });
}

function missing(name: string, group: string): { failure: Failure } {
  return invalid({
    loc: ['query', name],
    msg: `Required to group by ${group}.`,
    type: 'missing',
    ctx: { group_by: group },
  });
}

function isDay(date: string): boolean {
  return parseDate(date) !== undefined;
}

function isMonth(date: string): boolean {
  return date.length === 'YYYY-MM'.length;
}

function totalsOf(rows: readonly Row[], dates: number): Float64Array {
  const totals = new Float64Array(dates);
  for (const { byDate } of rows) {
    byDate.forEach((cost, i) => {
      totals[i] = (totals[i] as number) + cost;
    });
  }
  return totals;
}

function onDates(dates: readonly string[], values: Float64Array) {
  return dates.map((date, i) => {
    const value = values[i] as number;
    const before = i === 0 ? 0 : (values[i - 1] as number);
    return { date, value: usd(value), change_percentage: percent(value - before, before) };
  });
}
