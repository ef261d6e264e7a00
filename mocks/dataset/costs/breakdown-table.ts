import { getOrInsert, getOrInsertUpTo } from '../../../src/get-or-insert.js';
import type { Bill } from '../ledger/bill.js';
import type { Charge } from '../ledger/charges.js';
import type { Column, Span } from '../ledger/spans.js';
import { changeOf, type Micros, wholeMicros } from '../money.js';
import { tagOf } from '../tags/rules.js';
import type { Portion } from '../tags/shares.js';
import { costOf, costReader, occurs } from './portions.js';
import type { Bucket } from './range.js';

/** The costs of one combination of group values. */
export interface Row {
  /** The position of the combination. */
  readonly group: number;
  readonly groups: Groups;
  readonly cost: Micros;
  /** Cost of the previous range. */
  readonly previous: Micros;
  /** Cost on the date to sort by. */
  readonly onDate: Micros;
}

export interface TableInput {
  readonly portions: readonly Portion[];
  /** The positions of the portions that match. */
  readonly matching: readonly number[];
  readonly grouping: Grouping;
  readonly column: Column;
  readonly spans: readonly Span[];
  /** Null if there are no costs that far back. */
  readonly spansBefore: readonly Span[] | null;
  /** The date to sort by; empty without one. */
  readonly spansOnDate: readonly Span[];
}

/** Sums up portions by group: one row for each group with costs in the range, in the order of the groups. */
export function tabulate(input: TableInput): Row[] {
  const { portions, matching, grouping, column, spans, spansBefore, spansOnDate } = input;
  const { groups, groupOf } = grouping;
  const cost = new Float64Array(groups.length);
  const previous = new Float64Array(groups.length);
  const onDate = new Float64Array(groups.length);
  const found = new Uint8Array(groups.length);
  for (const p of matching) {
    const portion = portions[p]!;
    const group = groupOf[p]!;
    if (spansBefore !== null) previous[group]! += costOf(spansBefore, column, portion);
    if (!occurs(spans, column, portion)) continue;
    found[group] = 1;
    cost[group]! += costOf(spans, column, portion);
    if (spansOnDate.length > 0) onDate[group]! += costOf(spansOnDate, column, portion);
  }
  return groups.flatMap((of, group) =>
    // A group with costs only in the previous range has no row.
    found[group] === 1
      ? [{ group, groups: of, cost: cost[group]!, previous: previous[group]!, onDate: onDate[group]! }]
      : [],
  );
}

/**
 * Sums up portions by date, with one entry for each: the total, and each of the given rows. The sums of all rows could
 * exceed the memory.
 */
export function sumByDate(
  { portions, matching, grouping, column, spans }: TableInput,
  buckets: readonly Bucket[],
  rows: readonly Row[],
) {
  const total = new Float64Array(buckets.length);
  const sums = new Map(rows.map(({ group }) => [group, new Float64Array(buckets.length)]));
  const months = spans.map((span) => ({
    spans: [span],
    dates: buckets.flatMap((bucket, date) => (bucket.spans[0]?.month === span.month ? [date] : [])),
  }));
  for (const p of matching) {
    const portion = portions[p]!;
    const own = sums.get(grouping.groupOf[p]!);
    const costIn = costReader(column, portion);
    for (const month of months) {
      if (!occurs(month.spans, column, portion)) continue;
      for (const date of month.dates) {
        const cost = costIn(buckets[date]!.spans);
        total[date]! += cost;
        if (own) own[date]! += cost;
      }
    }
  }
  return { total, of: ({ group }: Row) => sums.get(group)! };
}

/**
 * Returns a comparison by the requested date or column, null last in both directions. Equal rows
 * stay in their order.
 *
 * @param hasBefore whether the costs of the previous range are known
 */
export function orderOf({ sort_by, sort_by_date, sort_order }: Record<string, any>, hasBefore: boolean) {
  const direction = sort_order === 'asc' ? 1 : -1;
  const sortValue = ({ groups, cost, previous, onDate }: Row): string | number | null => {
    if (sort_by_date !== undefined) return wholeMicros(onDate);
    if (sort_by in groups) return groups[sort_by as keyof Groups];
    if (sort_by === 'previous_cost') return hasBefore ? wholeMicros(previous) : null;
    if (sort_by === 'change_percentage') return hasBefore ? changeOf(cost, previous) : null;
    return wholeMicros(cost);
  };
  return (one: Row, other: Row): number => compareNullLast(sortValue(one), sortValue(other), direction);
}

/** The group values of a row; null for a group that was not requested or that its costs have no value of. */
export interface Groups {
  readonly service: string | null;
  readonly account_id: string | null;
  readonly region: string | null;
  readonly tag_value: string | null;
  readonly virtual_tag_value: string | null;
}

const columns = ['service', 'account_id', 'region', 'tag_value', 'virtual_tag_value'] as const;

/** The groups of a bill's portions. */
export interface Grouping {
  /** In ascending order, null last. */
  readonly groups: readonly Groups[];
  /** The position in `groups` of each portion. */
  readonly groupOf: Int32Array;
}

const cached = new WeakMap<readonly Portion[], Map<string, Grouping>>();
const maxCached = 100;

/**
 * Groups portions. Caches the result for as long as the portions exist.
 *
 * @param maxPortions in all cached groupings of the same portions; one takes about 100 bytes
 */
export function groupingOf(
  bill: Bill,
  portions: readonly Portion[],
  groupBy: readonly string[],
  tagKey: string | undefined,
  maxPortions = 2_000_000,
): Grouping {
  const key = JSON.stringify([groupBy, tagKey]);
  const ofPortions = getOrInsert(cached, portions, () => new Map());
  // The caller chooses the tag key, so the number of groupings is unbounded.
  const max = Math.max(1, Math.min(maxCached, Math.floor(maxPortions / portions.length)));
  return getOrInsertUpTo(max, ofPortions, key, () =>
    group(portions.map((portion) => groupsOf(bill, portion, groupBy, tagKey))),
  );
}

function groupsOf(
  { charges }: Bill,
  portion: Portion,
  groupBy: readonly string[],
  tagKey: string | undefined,
): Groups {
  const charge = charges[portion.charge] as Charge;
  return {
    service: groupBy.includes('service') ? charge.service : null,
    account_id: groupBy.includes('account_id') ? charge.account : null,
    region: groupBy.includes('region') ? charge.region : null,
    tag_value: tagKey === undefined ? null : (tagOf(charge.tags, tagKey) ?? null),
    virtual_tag_value: groupBy.includes('virtual_tag') ? portion.value : null,
  };
}

function group(all: readonly Groups[]): Grouping {
  const keyOf = (groups: Groups) => JSON.stringify(columns.map((column) => groups[column]));
  const distinct = new Map(all.map((groups) => [keyOf(groups), groups]));
  const sorted = [...distinct].sort(([, one], [, other]) => compareGroups(one, other));
  const positions = new Map(sorted.map(([key], position) => [key, position]));
  return {
    groups: sorted.map(([, groups]) => groups),
    groupOf: Int32Array.from(all, (groups) => positions.get(keyOf(groups)) as number),
  };
}

function compareGroups(one: Groups, other: Groups): number {
  for (const column of columns) {
    const order = compareNullLast(one[column], other[column], 1);
    if (order !== 0) return order;
  }
  return 0;
}

/** @param direction 1 for ascending, -1 for descending; null is last in both */
function compareNullLast<T extends string | number>(one: T | null, other: T | null, direction: number) {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -direction : direction;
}
