import { type Day, hoursPerDay } from '../calendar.js';
import type { Micros } from '../money.js';
import type { Commitment, HeldCommitment } from '../seed-data/types.js';
import type { Allocation } from './allocation.js';
import type { AccountRef } from './figures.js';
import type { Place, Pool } from './pools.js';
import type { PricedCell } from './prices.js';
import { Tally } from './tally.js';

/** Usage and cost of one commitment in a range of days. */
export interface Measure {
  /** The first of the days that were measured, and the hours of these days. */
  readonly first: Day;
  readonly hours: number;
  readonly liveHours: number;
  /** In units, or in list price for a spend commitment. */
  readonly purchased: number;
  readonly used: number;
  /** What utilization is computed from: units, or the fee of a spend commitment. */
  readonly purchasedUnits: number;
  readonly usedUnits: number;
  /**
   * Their unit, since only quantities of one unit can be added. Null for fees, which take the place of quantities in a
   * real bill without them; empty if a real bill does not state the unit.
   */
  readonly unit: string | null;
  /** Hours of the reserved resource that were used; null for a spend commitment. */
  readonly usedHours: number | null;
  readonly fee: Micros;
  readonly net: Micros;
  readonly usedFee: Micros;
  readonly usedNet: Micros;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
  /** Spend that it covered, in all services and in its own, in the prices of {@link Domain.coverage}. */
  readonly covered: Micros;
  readonly coveredInService: Micros;
  /** The accounts that used it; computed on each call because most callers do not need them. */
  consumers(): readonly Consumer[];
}

/** The measures of commitments in a range of days, computed lazily. */
export interface Measures {
  /** Undefined for a commitment that never runs. */
  get(commitment: HeldCommitment): Measure | undefined;
}

/** One account's usage of a commitment. */
export interface Consumer {
  readonly account: AccountRef;
  /** In units, or in list price for a spend commitment. */
  readonly used: number;
  /** Hours of the reserved resource; null for a spend commitment. */
  readonly usedHours: number | null;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
}

/** The results of a settled tally, without its working arrays. */
type Counted = Pick<Tally, 'hours' | 'usedFee' | 'usedNet' | 'used'>;

/** Measures every commitment of the pools in a range of days. */
export function measureSlots(
  allocation: Allocation,
  placeOf: (commitment: Commitment) => Place | undefined,
  first: Day,
  last: Day,
): Measures {
  const { cells, pools, demand } = allocation;
  const tallies = pools.map((pool) => new Tally(pool.stack, pool.cells.length));
  for (let day = first; day <= last; day++) {
    allocation.run(day, (p, live, _hour, total) => tallies[p]!.add(live, demand, total));
  }
  const counted = tallies.map((tally): Counted => {
    tally.settle();
    const { hours, usedFee, usedNet, used } = tally;
    return { hours, usedFee, usedNet, used };
  });
  return {
    get(commitment) {
      const place = placeOf(commitment as Commitment);
      if (place === undefined) return undefined;
      const measure = measureSlot(pools[place.pool]!, counted[place.pool]!, place.slot, cells);
      return { first, hours: (last - first + 1) * hoursPerDay, ...measure };
    },
  };
}

function measureSlot(
  pool: Pool,
  counted: Counted,
  i: number,
  cells: readonly PricedCell[],
): Omit<Measure, 'first' | 'hours'> {
  const { size, fee, net, commitment } = pool.stack.slots[i]!;
  const perOne = commitment.capacity?.unitsPerOne ?? null;
  const width = pool.cells.length;
  const hours = counted.hours[i]!;
  let used = 0;
  let coveredList = 0;
  let coveredContracted = 0;
  for (let j = 0; j < width; j++) {
    const part = counted.used[i * width + j]!;
    if (part === 0) continue;
    const cell = cells[pool.cells[j]!]!;
    used += part;
    coveredList += listOf(pool, cell, part);
    coveredContracted += contractedOf(pool, cell, part);
  }
  const usedFee = counted.usedFee[i]!;
  return {
    liveHours: hours,
    purchased: hours * size,
    used,
    purchasedUnits: perOne === null ? hours * fee : hours * size,
    unit: perOne === null ? 'usd' : 'unit',
    usedUnits: perOne === null ? usedFee : used,
    usedHours: perOne === null ? null : used / perOne,
    fee: hours * fee,
    net: hours * net,
    usedFee,
    usedNet: counted.usedNet[i]!,
    coveredList,
    coveredContracted,
    covered: coveredContracted,
    coveredInService: coveredContracted,
    consumers: () => consumersOf(pool, cells, counted.used.subarray(i * width, (i + 1) * width), perOne),
  };
}

/** The cost of usage that a pool covered, at list price. */
export function listOf({ kind }: Pool, cell: PricedCell, used: number): Micros {
  return kind === 'capacity' ? used * cell.listPrice : used;
}

/** The cost of usage that a pool covered, at contracted price. */
export function contractedOf({ kind }: Pool, cell: PricedCell, used: number): Micros {
  return kind === 'capacity'
    ? used * cell.contractedPrice
    : Math.round((used * cell.contractedPrice) / cell.listPrice);
}

function consumersOf(
  pool: Pool,
  cells: readonly PricedCell[],
  row: Float64Array,
  perOne: number | null,
): Consumer[] {
  const consumers: { -readonly [key in keyof Consumer]: Consumer[key] }[] = [];
  for (let i = 0; i < row.length; i++) {
    const used = row[i]!;
    if (used === 0) continue;
    const cell = cells[pool.cells[i]!]!;
    const coveredList = listOf(pool, cell, used);
    const coveredContracted = contractedOf(pool, cell, used);
    // There are few consumers, so a linear search is faster than a map.
    const known = consumers.find(({ account }) => account === cell.holder);
    if (known === undefined) {
      const usedHours = perOne === null ? null : used / perOne;
      consumers.push({ account: cell.holder, used, usedHours, coveredList, coveredContracted });
    } else {
      known.used += used;
      if (perOne !== null) known.usedHours = known.used / perOne;
      known.coveredList += coveredList;
      known.coveredContracted += coveredContracted;
    }
  }
  return consumers;
}
