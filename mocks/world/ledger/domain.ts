import { type Day, hoursPerDay } from '../calendar.js';
import type { Account, Cell, Commitment } from '../cast/types.js';
import { lazily } from '../lazily.js';
import type { Micros } from '../money.js';
import { createAllocation } from './allocation.js';
import { type DailyUse, dailyTrends, dailyUse } from './daily-use.js';
import { foldDay } from './fold-day.js';
import { type Measures, measureSlots } from './measure.js';
import { arrange, type FeeLine, type Place, type Pool } from './pools.js';
import { type PricedCell, priced } from './prices.js';
import { addSums, emptySums, type Sums } from './sums.js';
import { createUsage } from './usage.js';

/** One service of one provider: its usage and commitments touch no others. */
export interface Domain {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly PricedCell[];
  readonly lines: readonly FeeLine[];
  readonly pools: readonly Pool[];
  /** Undefined for a commitment that never runs. */
  placeOf(commitment: Commitment): Place | undefined;
  /** One day; kept once computed. */
  day(day: Day): Sums;
  /** The days from `first` to `last`, both included. */
  sum(first: Day, last: Day): Sums;
  /** What all usage would cost at the prices paid if nothing covered it; next to no work. */
  contracted(first: Day, last: Day): Micros;
  /** Every commitment of the domain that could run. */
  measure(first: Day, last: Day): Measures;
  /** One of them day by day. */
  dailyUse(place: Place, first: Day, last: Day): readonly DailyUse[];
  /** How far the utilization of each moves a day: by pool, and slot of it. See {@link dailyTrends}. */
  dailyTrends(first: Day, last: Day): readonly Float64Array[];
  /** Units of each cell in the last hour of a day. */
  lastHour(day: Day): readonly number[];
  /** What stayed on demand in each hour, at list: one array a cell, one entry an hour. */
  uncoveredHours(first: Day, last: Day): readonly Float64Array[];
}

export interface DomainParts {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly Cell[];
  readonly commitments: readonly Commitment[];
  readonly accounts: ReadonlyMap<string, Account>;
}

export function createDomain(parts: DomainParts, seed: number, origin: Day): Domain {
  const { provider, service, accounts } = parts;
  const cells = priced(parts.cells, accounts);
  const usages = cells.map((cell) => createUsage(cell, seed, origin));
  const arrangement = arrange(parts.commitments, cells, accounts);
  const { lines, pools } = arrangement;
  const allocation = createAllocation(cells, pools, usages);

  const days = new Map<Day, Sums>();
  const places = lazily(() => placesOf(pools));
  const placeOf = (commitment: Commitment) => places().get(commitment);

  function day(day: Day): Sums {
    const known = days.get(day);
    if (known !== undefined) return known;
    const sums = foldDay(allocation, arrangement, day);
    days.set(day, sums);
    return sums;
  }

  function addDays(first: Day, last: Day): Sums {
    const whole = emptySums({ cells, lines, pools });
    for (let each = first; each <= last; each++) addSums(whole, day(each));
    return whole;
  }

  function contractedOf(first: Day, last: Day): Micros {
    const hours = new Float64Array(hoursPerDay);
    let sum = 0;
    for (let day = first; day <= last; day++) {
      cells.forEach((cell, c) => {
        usages[c]!(day, hours);
        sum += hours.reduce((total, used) => total + used, 0) * cell.contractedPrice;
      });
    }
    return sum;
  }

  return {
    provider,
    service,
    cells,
    lines,
    pools,
    placeOf,
    day,
    sum: byRange(addDays),
    contracted: byRange(contractedOf),
    measure: byRange((first, last) => measureSlots(allocation, placeOf, first, last)),
    dailyUse: (place, first, last) => dailyUse(allocation, place, first, last),
    dailyTrends: (first, last) => dailyTrends(allocation, first, last),
    lastHour(day) {
      allocation.run(day, () => {});
      return allocation.units.map((hours) => hours[hoursPerDay - 1]!);
    },
    uncoveredHours(first, last) {
      const hours = cells.map(() => new Float64Array((last - first + 1) * hoursPerDay));
      for (let day = first; day <= last; day++) {
        allocation.run(day, () => {});
        hours.forEach((of, c) => {
          const from = c * hoursPerDay;
          of.set(allocation.uncovered.subarray(from, from + hoursPerDay), (day - first) * hoursPerDay);
        });
      }
      return hours;
    },
  };
}

function placesOf(pools: readonly Pool[]): ReadonlyMap<Commitment, Place> {
  const places = new Map<Commitment, Place>();
  pools.forEach(({ stack }, pool) => {
    stack.slots.forEach(({ commitment }, slot) => {
      places.set(commitment, { pool, slot });
    });
  });
  return places;
}

/** Ranges that are kept; the clock makes old ones useless. */
const keptRanges = 40;

/** Computes something of a range of days once. */
function byRange<T>(compute: (first: Day, last: Day) => T): (first: Day, last: Day) => T {
  const kept = new Map<number, T>();
  return (first, last) => {
    // Days have five digits; a text would cost more to make than to look up.
    const range = first * 1_000_000 + last;
    const known = kept.get(range);
    if (known !== undefined) return known;
    const value = compute(first, last);
    if (kept.size >= keptRanges) kept.clear();
    kept.set(range, value);
    return value;
  };
}
