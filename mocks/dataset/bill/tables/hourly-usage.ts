import { groupBy } from '../../../../src/group-by.js';
import type { Hour } from '../../calendar.js';
import type { BillTables } from './tables.js';
import { positionOf, startsOf } from './usage-groups.js';

/** On-demand usage of one kind by hour. */
export interface HourlyUsage {
  readonly platform: string | null;
  /** Its cost at list price in each hour from `from` up to but not including `to`. */
  list(from: Hour, to: Hour): Float64Array;
}

/** The on-demand usage of one provider by service; usage of one kind, account, region and platform is one series. */
export function hourlyUsageOf(
  { lines, hours }: BillTables,
  provider: string,
): ReadonlyMap<string, readonly HourlyUsage[]> {
  const starts = startsOf(hours.line, lines.length);
  const own = lines.flatMap((line, l) =>
    line.provider === provider && starts[l]! < starts[l + 1]!
      ? [{ line, from: starts[l]!, to: starts[l + 1]! }]
      : [],
  );
  const series = groupBy(own, ({ line: { service, account, region, usageType, platform } }) =>
    JSON.stringify([service, account, region, usageType, platform]),
  );
  const all = [...series.values()].map((parts) => {
    const { service, platform } = parts[0]!.line;
    return { service: service ?? '', platform, list: listOf(hours.hour, hours.list, parts) };
  });
  return groupBy(all, ({ service }) => service);
}

/** The sum of several runs of entries, each ordered by hour. */
function listOf(
  hour: Int32Array,
  list: Float64Array,
  runs: readonly { readonly from: number; readonly to: number }[],
): HourlyUsage['list'] {
  return (from, to) => {
    const sums = new Float64Array(to - from);
    for (const run of runs) {
      let i = run.from + positionOf(hour.subarray(run.from, run.to), from);
      for (; i < run.to && hour[i]! < to; i++) sums[hour[i]! - from]! += list[i]!;
    }
    return sums;
  };
}
