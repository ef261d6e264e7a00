import { getOrInsert, getOrInsertUpTo } from '../../../src/get-or-insert.js';
import type { Bill } from '../ledger/bill.js';
import type { Charge } from '../ledger/charges.js';
import { tagOf } from '../tags/rules.js';
import type { Portion } from '../tags/shares.js';

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
export function compareNullLast<T extends string | number>(
  one: T | null,
  other: T | null,
  direction: number,
) {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -direction : direction;
}
