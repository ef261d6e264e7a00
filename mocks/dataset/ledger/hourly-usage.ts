import type { ChargeTable } from '../../../src/focus/tables/tables.js';
import { groupBy } from '../../../src/group-by.js';
import type { Hour } from '../calendar.js';
import { positionOf, startsOf } from './usage-groups.js';

/** On-demand usage of one kind by hour. */
export interface HourlyUsage {
  /** The same for the same usage in other periods. */
  readonly key: string;
  readonly platform: string | null;
  /** Adds its cost at list price in each hour from `from` on. */
  addTo(sums: Float64Array, from: Hour): void;
}

/** The on-demand usage of one provider by service; usage of one kind, account, region and platform is one series. */
export function hourlyUsageOf(
  { lines, hours }: Pick<ChargeTable, 'lines' | 'hours'>,
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
  const all = [...series].map(([key, parts]) => {
    const { service, platform } = parts[0]!.line;
    return { key, service: service ?? '', platform, addTo: adderOf(hours.hour, hours.list, parts) };
  });
  return groupBy(all, ({ service }) => service);
}

/** Adds several runs of entries, each ordered by hour. */
function adderOf(
  hour: Int32Array,
  list: Float64Array,
  runs: readonly { readonly from: number; readonly to: number }[],
): HourlyUsage['addTo'] {
  return (sums, from) => {
    const to = from + sums.length;
    for (const run of runs) {
      let i = positionOf(hour, from, run.from, run.to);
      for (; i < run.to && hour[i]! < to; i++) sums[hour[i]! - from]! += list[i]!;
    }
  };
}
