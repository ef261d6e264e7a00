import type { Day } from '../calendar.js';
import type { Account } from '../cast/types.js';
import type { Micros } from '../money.js';
import type { Pool, PricedCell } from './domain.js';
import type { Live, Slot } from './stack.js';
import { createTally, type Tally } from './tally.js';

/** How one commitment did over a range of days. */
export interface Measure {
  readonly liveHours: number;
  /** In units, or for dollars in list price. */
  readonly purchased: number;
  readonly used: number;
  readonly fee: Micros;
  readonly net: Micros;
  readonly usedFee: Micros;
  readonly usedNet: Micros;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
  readonly consumers: readonly Consumer[];
}

/** How commitments did over a range of days; each is worked out when it is asked for. */
export type Measures<T = Measure> = Pick<ReadonlyMap<number, T>, 'get'>;

/** How one commitment did on each of a range of days. */
export interface DailyUse {
  readonly slot: Slot;
  readonly hours: Float64Array;
  readonly used: Float64Array;
  readonly usedFee: Float64Array;
  readonly usedNet: Float64Array;
  readonly coveredContracted: Float64Array;
}

/** What one account took of a commitment. */
export interface Consumer {
  readonly account: Account;
  /** In units, or for dollars in list price. */
  readonly used: number;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
}

/** Lets each pool take its part of a day's usage, and shows each of its hours. */
export type Allocate = (
  day: Day,
  visit: (pool: number, live: Live, hour: number, total: number) => void,
) => void;

/** Every commitment of the pools over a range of days. */
export function measureSlots(
  pools: readonly Pool[],
  cells: readonly PricedCell[],
  first: Day,
  last: Day,
  demand: Float64Array,
  allocate: Allocate,
): Measures {
  const tallies = pools.map((pool) => createTally(pool.stack, pool.cells.length));
  for (let day = first; day <= last; day++) {
    allocate(day, (p, live, _hour, total) => tallies[p]!.add(live, demand, total));
  }
  for (const tally of tallies) tally.settle();
  const places = placesOf(pools);
  return {
    get(commitment) {
      const place = places.get(commitment);
      return place && measureSlot(pools[place[0]]!, tallies[place[0]]!, place[1], cells);
    },
  };
}

function measureSlot(pool: Pool, tally: Tally, i: number, cells: readonly PricedCell[]): Measure {
  const { size, fee, net } = pool.stack.slots[i]!;
  const width = pool.cells.length;
  const consumers = consumersOf(pool, cells, tally.used.subarray(i * width, (i + 1) * width));
  const hours = tally.hours[i]!;
  let used = 0;
  let coveredList = 0;
  let coveredContracted = 0;
  for (const consumer of consumers) {
    used += consumer.used;
    coveredList += consumer.coveredList;
    coveredContracted += consumer.coveredContracted;
  }
  return {
    liveHours: hours,
    purchased: hours * size,
    used,
    fee: hours * fee,
    net: hours * net,
    usedFee: tally.usedFee[i]!,
    usedNet: tally.usedNet[i]!,
    coveredList,
    coveredContracted,
    consumers,
  };
}

/** The same day by day, without consumers: what a trend is drawn through. */
export function measureDays(
  pools: readonly Pool[],
  cells: readonly PricedCell[],
  first: Day,
  last: Day,
  demand: Float64Array,
  allocate: Allocate,
): Measures<DailyUse> {
  const days = last - first + 1;
  const tallies = pools.map((pool) => createTally(pool.stack, pool.cells.length));
  // One array a figure and pool, slot by slot: a hundred thousand small ones would take as long to make.
  const tables = pools.map((pool) => {
    const figures = () => new Float64Array(pool.stack.slots.length * days);
    return {
      hours: figures(),
      used: figures(),
      usedFee: figures(),
      usedNet: figures(),
      coveredContracted: figures(),
    };
  });
  for (let day = first; day <= last; day++) {
    allocate(day, (p, live, _hour, total) => tallies[p]!.add(live, demand, total));
    pools.forEach((pool, p) => {
      const tally = tallies[p]!;
      const { hours, used, usedFee, usedNet, coveredContracted } = tables[p]!;
      tally.settle();
      const width = pool.cells.length;
      for (let i = 0; i < pool.stack.slots.length; i++) {
        if (tally.hours[i] === 0) continue;
        const at = i * days + day - first;
        hours[at] = tally.hours[i]!;
        usedFee[at] = tally.usedFee[i]!;
        usedNet[at] = tally.usedNet[i]!;
        for (let j = 0; j < width; j++) {
          const part = tally.used[i * width + j]!;
          if (part === 0) continue;
          used[at]! += part;
          coveredContracted[at]! += contractedOf(pool, cells[pool.cells[j]!]!, part);
        }
      }
      tally.clear();
    });
  }
  const places = placesOf(pools);
  return {
    get(commitment) {
      const place = places.get(commitment);
      if (place === undefined) return undefined;
      const [p, i] = place;
      const { hours, used, usedFee, usedNet, coveredContracted } = tables[p]!;
      const own = (figures: Float64Array) => figures.subarray(i * days, (i + 1) * days);
      return {
        slot: pools[p]!.stack.slots[i]!,
        hours: own(hours),
        used: own(used),
        usedFee: own(usedFee),
        usedNet: own(usedNet),
        coveredContracted: own(coveredContracted),
      };
    },
  };
}

/** Where the slot of each commitment stands, by its position in the cast. */
function placesOf(pools: readonly Pool[]): ReadonlyMap<number, readonly [pool: number, slot: number]> {
  const places = new Map<number, readonly [pool: number, slot: number]>();
  pools.forEach((pool, p) => {
    for (const [i, slot] of pool.stack.slots.entries()) places.set(slot.commitment, [p, i]);
  });
  return places;
}

/** What a part of a pool's cover would have cost at the prices that are paid. */
function contractedOf(pool: Pool, cell: PricedCell, used: number): Micros {
  return pool.kind === 'capacity'
    ? used * cell.contractedPrice
    : Math.round((used * cell.contractedPrice) / cell.listPrice);
}

function consumersOf(pool: Pool, cells: readonly PricedCell[], row: Float64Array): Consumer[] {
  const consumers: { -readonly [key in keyof Consumer]: Consumer[key] }[] = [];
  for (let i = 0; i < row.length; i++) {
    const used = row[i]!;
    if (used === 0) continue;
    const cell = cells[pool.cells[i]!]!;
    const coveredList = pool.kind === 'capacity' ? used * cell.listPrice : used;
    const coveredContracted = contractedOf(pool, cell, used);
    // They are few, so looking through them is quicker than a map.
    const known = consumers.find(({ account }) => account === cell.holder);
    if (known === undefined) {
      consumers.push({ account: cell.holder, used, coveredList, coveredContracted });
    } else {
      known.used += used;
      known.coveredList += coveredList;
      known.coveredContracted += coveredContracted;
    }
  }
  return consumers;
}
