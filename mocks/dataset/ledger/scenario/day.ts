import { type Day, hoursPerDay } from '../../calendar.js';
import type { Micros } from '../../money.js';
import { creditOf } from '../charges.js';
import { contractedOf, listOf } from '../measure.js';
import type { Pool } from '../pools.js';
import type { PricedCell } from '../prices.js';
import { spread } from '../spread.js';
import type { Slot } from '../stack.js';
import type { Sums } from '../sums.js';
import { Tally } from '../tally.js';
import type { ScenarioDomain } from './domain.js';

/** A cost at list and at contracted prices. */
export interface Cost {
  readonly list: Micros;
  readonly contracted: Micros;
}

/** The on-demand usage of a cell. */
export interface OnDemand extends Cost {
  readonly cell: PricedCell;
  readonly credit: Micros;
  /** By hour of the day. */
  readonly hours: readonly Cost[];
}

/** The usage of a cell that a commitment covered. */
export interface Used extends Cost {
  readonly cell: PricedCell;
  readonly slot: Slot;
  /** The amortized fee that the cell pays. */
  readonly effective: Micros;
  /** Units of capacity, or micro-dollars of the fee of a spend commitment. */
  readonly quantity: number;
}

/** A commitment on a day on which it ran. */
export interface Held {
  readonly slot: Slot;
  readonly hours: number;
  /** What nobody used, at list price for a spend commitment. */
  readonly unused: number;
  readonly unusedEffective: Micros;
  /** Units of capacity, or micro-dollars of the fee of a spend commitment. */
  readonly unusedQuantity: number;
}

/** The usage and commitments of a domain on one day, with each commitment's part of each cell. */
export interface DomainDay {
  readonly onDemand: readonly OnDemand[];
  readonly used: readonly Used[];
  readonly held: readonly Held[];
}

/** @returns a function that computes one day; it reuses its working arrays */
export function domainDays(domain: ScenarioDomain): (day: Day) => DomainDay {
  const { allocation, cells, pools } = domain;
  const tallies = pools.map(({ stack, cells: own }) => new Tally(stack, own.length));
  return (day) => {
    const sums = domain.day(day);
    allocation.run(day, (p, live, _hour, total) => tallies[p]!.add(live, allocation.demand, total));
    const used: Used[] = [];
    const held: Held[] = [];
    pools.forEach((pool, p) => {
      const tally = tallies[p]!;
      tally.settle();
      used.push(...usedIn(pool, tally, sums, cells));
      held.push(...heldIn(pool, tally));
      tally.clear();
    });
    const onDemand = cells.flatMap((cell, c) => {
      const at = c * hoursPerDay;
      return onDemandOf(cell, sums.cells[c]!, allocation.uncovered.subarray(at, at + hoursPerDay));
    });
    return { onDemand, used, held };
  };
}

function onDemandOf(cell: PricedCell, sum: Sums['cells'][number], uncovered: Float64Array): OnDemand[] {
  const list = sum.list - sum.capacityList - sum.spendList;
  if (list === 0) return [];
  const contracted = sum.contracted - sum.capacityContracted - sum.spendContracted;
  let listSoFar = 0;
  let assigned = 0;
  const hours = Array.from(uncovered, (ofHour) => {
    listSoFar += ofHour;
    // Rounding the running total instead of each hour makes the hours add up to the day.
    const upTo =
      listSoFar === list ? contracted : Math.round((listSoFar * cell.contractedPrice) / cell.listPrice);
    const part = upTo - assigned;
    assigned = upTo;
    return { list: ofHour, contracted: part };
  });
  return [{ cell, list, contracted, credit: creditOf(contracted, cell), hours }];
}

function usedIn(pool: Pool, tally: Tally, sums: Sums, cells: readonly PricedCell[]): Used[] {
  const { kind, stack } = pool;
  const width = pool.cells.length;
  const usedOf = (slot: number) => tally.used.subarray(slot * width, (slot + 1) * width);
  const running = stack.slots.flatMap((_, slot) => (usedOf(slot).some((part) => part > 0) ? [slot] : []));
  // A pool charges its fees to its cells as a whole, so what a cell pays for one commitment is a convention.
  const fees = pool.cells.map((c) =>
    kind === 'capacity' ? sums.cells[c]!.capacityNet : sums.cells[c]!.spendNet,
  );
  const effective = spread(
    fees,
    running.map((slot) => tally.usedNet[slot]!),
    (cell, at) => share(tally.usedNet[running[at]!]!, usedOf(running[at]!), cell),
  );
  const contractedPart = createContracted(pool, cells);
  return running.flatMap((slot, at) => {
    const parts = usedOf(slot);
    const quantities = kind === 'capacity' ? parts : splitBy(tally.usedFee[slot]!, parts);
    return pool.cells.flatMap((c, i): Used[] => {
      const part = parts[i]!;
      const paid = effective[at * width + i]!;
      if (part === 0 && paid === 0) return [];
      const cell = cells[c]!;
      return [
        {
          cell,
          slot: stack.slots[slot]!,
          list: listOf(pool, cell, part),
          contracted: contractedPart(i, part),
          effective: paid,
          quantity: quantities[i]!,
        },
      ];
    });
  });
}

/** @returns a function to call for each part of a cell's usage: the parts add up to the whole, rounded once */
function createContracted(pool: Pool, cells: readonly PricedCell[]) {
  const soFar = new Float64Array(pool.cells.length);
  return (i: number, part: number): Micros => {
    const cell = cells[pool.cells[i]!]!;
    const before = contractedOf(pool, cell, soFar[i]!);
    soFar[i]! += part;
    return contractedOf(pool, cell, soFar[i]!) - before;
  };
}

/** Splits an amount in proportion to some parts, in whole numbers that add up. */
function splitBy(amount: number, parts: Float64Array): Float64Array {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let partsSoFar = 0;
  let assigned = 0;
  return parts.map((part) => {
    partsSoFar += part;
    const upTo = Math.round(amount * (partsSoFar / whole));
    const own = upTo - assigned;
    assigned = upTo;
    return own;
  });
}

function share(amount: number, parts: Float64Array, i: number): number {
  return (amount * parts[i]!) / parts.reduce((sum, part) => sum + part, 0);
}

function heldIn({ kind, stack, cells }: Pool, tally: Tally): Held[] {
  return stack.slots.flatMap((slot, s) => {
    const hours = tally.hours[s]!;
    if (hours === 0) return [];
    const used = tally.used
      .subarray(s * cells.length, (s + 1) * cells.length)
      .reduce((sum, part) => sum + part, 0);
    const unused = hours * slot.size - used;
    return [
      {
        slot,
        hours,
        unused,
        unusedEffective: hours * slot.net - tally.usedNet[s]!,
        unusedQuantity: kind === 'capacity' ? unused : hours * slot.fee - tally.usedFee[s]!,
      },
    ];
  });
}
