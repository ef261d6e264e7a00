import type { Column, Span } from '../ledger/spans.js';
import type { Micros } from '../money.js';
import type { Portion } from '../tags/shares.js';
import type { Grouping, Groups } from './grouping.js';
import { costOf, costReader, occurs } from './portions.js';
import type { Bucket } from './range.js';

/** The costs of one combination of group values. */
export interface Row {
  readonly groups: Groups;
  readonly cost: Micros;
  /** Cost of the previous range. */
  readonly previous: Micros;
  /** One entry for each day or month. */
  readonly byDate: Float64Array;
}

export interface TableInput {
  readonly portions: readonly Portion[];
  readonly passes: (portion: Portion) => boolean;
  readonly grouping: Grouping;
  readonly column: Column;
  readonly spans: readonly Span[];
  readonly buckets: readonly Bucket[];
  /** Null if there are no costs that far back. */
  readonly spansBefore: readonly Span[] | null;
}

/** Sums up portions by group: one row for each group with costs in the range, in the order of the groups. */
export function tabulate({
  portions,
  passes,
  grouping,
  column,
  spans,
  buckets,
  spansBefore,
}: TableInput): Row[] {
  const { groups, groupOf } = grouping;
  const width = buckets.length;
  const byDate = new Float64Array(groups.length * width);
  const cost = new Float64Array(groups.length);
  const previous = new Float64Array(groups.length);
  const found = new Uint8Array(groups.length);
  const add = (sums: Float64Array, at: number, amount: Micros) => {
    sums[at] = (sums[at] as number) + amount;
  };
  portions.forEach((portion, p) => {
    if (!passes(portion)) return;
    const group = groupOf[p] as number;
    if (spansBefore !== null) add(previous, group, costOf(spansBefore, column, portion));
    if (!occurs(spans, column, portion)) return;
    found[group] = 1;
    add(cost, group, costOf(spans, column, portion));
    const costIn = costReader(column, portion);
    for (let i = 0; i < width; i++) add(byDate, group * width + i, costIn((buckets[i] as Bucket).spans));
  });
  return groups.flatMap((of, group) =>
    // A group with costs only in the previous range has no row.
    found[group] === 1
      ? [
          {
            groups: of,
            cost: cost[group] as number,
            previous: previous[group] as number,
            byDate: byDate.subarray(group * width, (group + 1) * width),
          },
        ]
      : [],
  );
}

/** The total of all rows on each date. */
export function totalsByDate(rows: readonly Row[], dates: number): Float64Array {
  const totals = new Float64Array(dates);
  for (const { byDate } of rows) {
    for (let i = 0; i < dates; i++) totals[i] = (totals[i] as number) + (byDate[i] as number);
  }
  return totals;
}
