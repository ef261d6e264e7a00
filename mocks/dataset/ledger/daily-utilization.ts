import { type Day, hoursPerDay } from '../calendar.js';
import { microsPerDollar } from '../money.js';
import type { Allocation } from './allocation.js';
import { contractedOf } from './measure.js';
import type { Place, Pool } from './pools.js';
import type { Slot } from './stack.js';
import { Tally } from './tally.js';

/** Utilization of a commitment on one day on which it ran. */
export interface DailyUtilization {
  readonly day: Day;
  /** Hours purchased and used, of the reserved resource or of dollars an hour. */
  readonly purchased: number;
  readonly used: number;
  /** Cost of the unused part at contracted prices. */
  readonly unusedNet: number;
  /** Spend of its service that it covered, and that commitments could cover, in the prices of {@link Domain.coverage}. */
  readonly covered: number;
  readonly eligible: number;
}

/** Returns one entry for each day on which the commitment ran. */
export function dailyUtilization(
  allocation: Allocation,
  place: Place,
  first: Day,
  last: Day,
  eligibleOn: (day: Day) => number,
): readonly DailyUtilization[] {
  const { pools, cells, demand } = allocation;
  const pool = pools[place.pool]!;
  const slot = pool.stack.slots[place.slot]!;
  const width = pool.cells.length;
  const tally = new Tally(pool.stack, width);
  const days: DailyUtilization[] = [];
  for (let day = first; day <= last; day++) {
    allocation.run(day, (p, live, _hour, total) => {
      if (p === place.pool) tally.add(live, demand, total);
    });
    tally.settle();
    const hours = tally.hours[place.slot]!;
    if (hours > 0) {
      const { held, heldPer, usedPer } = scaleOf(slot);
      const ofCells = tally.used.subarray(place.slot * width, (place.slot + 1) * width);
      days.push({
        day,
        purchased: (hours * held) / heldPer,
        used: usedOf(pool, tally, place.slot) / usedPer,
        unusedNet: hours * slot.net - tally.usedNet[place.slot]!,
        covered: ofCells.reduce(
          (sum, used, i) => (used === 0 ? sum : sum + contractedOf(pool, cells[pool.cells[i]!]!, used)),
          0,
        ),
        eligible: eligibleOn(day),
      });
    }
    tally.clear();
  }
  return days;
}

/**
 * Computes the linear trend of every commitment's utilization, in percentage points a day: one array a
 * pool, by slot; `NaN` for a commitment that did not run in every hour.
 */
export function dailyTrends(allocation: Allocation, first: Day, last: Day): readonly Float64Array[] {
  const { pools, demand } = allocation;
  const counts = pools.map((pool) => {
    const { slots } = pool.stack;
    return {
      pool,
      tally: new Tally(pool.stack, pool.cells.length),
      held: Float64Array.from(slots, (slot) => scaleOf(slot).held),
      usedPer: Float64Array.from(slots, (slot) => scaleOf(slot).usedPer),
      rise: new Float64Array(slots.length),
    };
  });
  const middle = (last - first) / 2;
  let spread = 0;
  for (let day = first; day <= last; day++) {
    const at = day - first - middle;
    spread += at ** 2;
    allocation.run(day, (p, live, _hour, total) => counts[p]!.tally.add(live, demand, total));
    for (const { pool, tally, held, usedPer, rise } of counts) {
      const heldPer = pool.kind === 'capacity' ? 1 : microsPerDollar;
      tally.settle();
      for (let slot = 0; slot < rise.length; slot++) {
        const hours = tally.hours[slot]!;
        if (hours < hoursPerDay) {
          rise[slot] = Number.NaN;
          continue;
        }
        const purchased = (hours * held[slot]!) / heldPer;
        rise[slot]! += at * ((usedOf(pool, tally, slot) / usedPer[slot]! / purchased) * 100);
      }
      tally.clear();
    }
  }
  return counts.map(({ rise }) => rise.map((each) => each / spread));
}

/** The scale of utilization: reserved resources, or dollars of a spend commitment. */
function scaleOf({ commitment: { capacity }, fee }: Slot) {
  return capacity === null
    ? { held: fee, heldPer: microsPerDollar, usedPer: microsPerDollar }
    : { held: capacity.quantity, heldPer: 1, usedPer: capacity.unitsPerOne };
}

/** Units of capacity, or micro-dollars of a fee. */
function usedOf({ kind, cells }: Pool, { used, usedFee }: Tally, slot: number): number {
  if (kind === 'spend') return usedFee[slot]!;
  let units = 0;
  for (let at = slot * cells.length; at < (slot + 1) * cells.length; at++) units += used[at]!;
  return units;
}
