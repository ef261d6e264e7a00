import { type Day, dayOf, hoursPerDay } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { Micros } from '../money.js';
import type { Allocation } from './allocation.js';
import type { Arrangement, FeeLine, Pool } from './pools.js';
import { upfrontPayment } from './pools.js';
import { afterDiscount } from './prices.js';
import type { Slot } from './stack.js';
import { Tally } from './tally.js';

/** The four costs of a charge. */
export interface Costs {
  readonly billed: Micros;
  readonly effective: Micros;
  readonly list: Micros;
  readonly contracted: Micros;
}

/** Costs that no price list and no commitment makes different. */
export function sameCosts(amount: Micros): Costs {
  return { billed: amount, effective: amount, list: amount, contracted: amount };
}

/** One charge of a day. */
export type DayCharge = {
  /** Identifies what is charged, among all charges of the service; the same on each day. */
  readonly key: number;
  readonly costs: Costs;
} & (
  | {
      readonly kind: 'on_demand';
      readonly cell: PricedCell;
      /** The cost of each hour at list price; empty if no commitment could cover it. */
      readonly hours: Float64Array;
    }
  | { readonly kind: 'credit'; readonly cell: PricedCell }
  | {
      readonly kind: 'used';
      readonly cell: PricedCell;
      readonly slot: Slot;
      /** Units of capacity, or micro-dollars of the fee of a spend commitment. */
      readonly quantity: number;
    }
  | {
      readonly kind: 'upfront' | 'recurring' | 'unused';
      readonly slot: Slot;
      readonly quantity: number;
      /** What the costs are for: payments, hours, or units of capacity or dollars at list price. */
      readonly priced: number;
    }
);

/** @returns a function that computes the charges of a day; it reuses its working arrays */
export function dayReader(
  allocation: Allocation,
  { pools, lines }: Arrangement,
): (day: Day) => readonly DayCharge[] {
  const { cells } = allocation;
  const tallies = pools.map((pool) => new Tally(pool.stack, pool.cells.length));
  const keys = keysOf(cells.length, pools);
  return (day) => {
    allocation.run(day, (p, live, _hour, total) => tallies[p]!.add(live, allocation.demand, total));
    const charges: DayCharge[] = [];
    for (let c = 0; c < cells.length; c++) addOnDemand(charges, allocation, c);
    pools.forEach((pool, p) => {
      tallies[p]!.settle();
      addUsed(charges, pool, tallies[p]!, cells, keys[p]!);
    });
    pools.forEach((pool, p) => {
      addHeld(charges, pool, tallies[p]!, { day, lines, firstKey: keys[p]! });
      tallies[p]!.clear();
    });
    return charges;
  };
}

/** The first key of each pool. A cell has two keys; a slot three, and one for each cell of its pool. */
function keysOf(cells: number, pools: readonly Pool[]): readonly number[] {
  let next = 2 * cells;
  return pools.map(({ stack, cells: own }) => {
    const first = next;
    next += stack.slots.length * (heldKinds + own.length);
    return first;
  });
}

const heldKinds = 3;

function addOnDemand(charges: DayCharge[], allocation: Allocation, c: number): void {
  const { cells, pools, units, capacityUnits, spendList, uncovered } = allocation;
  const cell = cells[c]!;
  const { listPrice, contractedPrice, creditBps } = cell;
  const ofCell = units[c]!;
  const from = c * hoursPerDay;
  let [list, inUnits, bySpend] = [0, 0, 0];
  for (let h = 0; h < hoursPerDay; h++) {
    list += uncovered[from + h]!;
    inUnits += ofCell[h]! - capacityUnits[from + h]!;
    bySpend += spendList[from + h]!;
  }
  if (list === 0) return;
  const contracted = inUnits * contractedPrice - Math.round((bySpend * contractedPrice) / listPrice);
  const costs = { billed: contracted, effective: contracted, list, contracted };
  const hours = pools.length === 0 ? noHours : uncovered.slice(from, from + hoursPerDay);
  charges.push({ key: c, kind: 'on_demand', cell, costs, hours });
  const credit = Math.round((contracted * creditBps) / 10_000);
  if (credit !== 0) {
    charges.push({ key: cells.length + c, kind: 'credit', cell, costs: sameCosts(-credit) });
  }
}

const noHours = new Float64Array(0);

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** The contracted cost of each hour of on-demand usage, in whole numbers that add up to that of the day. */
export function contractedHours(
  cell: PricedCell,
  { list, contracted }: Costs,
  hours: Float64Array,
): Float64Array {
  let listSoFar = 0;
  let assigned = 0;
  return hours.map((ofHour) => {
    listSoFar += ofHour;
    const upTo =
      listSoFar === list ? contracted : Math.round((listSoFar * cell.contractedPrice) / cell.listPrice);
    const part = upTo - assigned;
    assigned = upTo;
    return part;
  });
}

/** The usage that each commitment of a pool covered, with the amortized fee that it pays. */
function addUsed(
  charges: DayCharge[],
  pool: Pool,
  tally: Tally,
  cells: readonly PricedCell[],
  firstKey: number,
): void {
  const { kind, stack } = pool;
  const width = pool.cells.length;
  const contractedPart = createContracted(pool, cells);
  // Most slots of a large stack do not run.
  for (let slot = 0; slot < stack.slots.length; slot++) {
    if (tally.hours[slot] === 0) continue;
    const parts = tally.used.subarray(slot * width, (slot + 1) * width);
    if (sumOf(parts) === 0) continue;
    const quantities = kind === 'capacity' ? parts : splitBy(tally.usedFee[slot]!, parts);
    const effective = splitBy(tally.usedNet[slot]!, parts);
    pool.cells.forEach((c, i) => {
      const part = parts[i]!;
      if (part === 0) return;
      const cell = cells[c]!;
      const list = listOf(pool, cell, part);
      const costs = { billed: 0, effective: effective[i]!, list, contracted: contractedPart(i, part) };
      const key = firstKey + slot * (heldKinds + width) + heldKinds + i;
      charges.push({
        key,
        kind: 'used',
        cell,
        slot: stack.slots[slot]!,
        costs,
        quantity: quantities[i]!,
      });
    });
  }
}

/** The cost of usage that a pool covered, at list price. */
function listOf({ kind }: Pool, cell: PricedCell, used: number): Micros {
  return kind === 'capacity' ? used * cell.listPrice : used;
}

/** @returns a function to call for each part of a cell's usage: the parts add up to the whole, rounded once */
function createContracted(pool: Pool, cells: readonly PricedCell[]) {
  const soFar = new Float64Array(pool.cells.length);
  const contractedOf = ({ contractedPrice, listPrice }: PricedCell, used: number) =>
    pool.kind === 'capacity' ? used * contractedPrice : Math.round((used * contractedPrice) / listPrice);
  return (i: number, part: number): Micros => {
    const cell = cells[pool.cells[i]!]!;
    const before = contractedOf(cell, soFar[i]!);
    soFar[i]! += part;
    return contractedOf(cell, soFar[i]!) - before;
  };
}

/** Splits an amount in proportion to some parts, in whole numbers that add up. */
function splitBy(amount: number, parts: Float64Array): Float64Array {
  const whole = sumOf(parts);
  let partsSoFar = 0;
  let assigned = 0;
  return parts.map((part) => {
    partsSoFar += part;
    const upTo = whole === 0 ? 0 : Math.round(amount * (partsSoFar / whole));
    const own = upTo - assigned;
    assigned = upTo;
    return own;
  });
}

/** The charges of each commitment of a pool that no usage pays for: its purchase, its recurring fee and its unused part. */
function addHeld(
  charges: DayCharge[],
  { kind, stack, cells }: Pool,
  tally: Tally,
  of: { readonly day: Day; readonly lines: readonly FeeLine[]; readonly firstKey: number },
): void {
  const { day, lines, firstKey } = of;
  for (let s = 0; s < stack.slots.length; s++) {
    const hours = tally.hours[s]!;
    if (hours === 0) continue;
    const slot = stack.slots[s]!;
    const key = firstKey + s * (heldKinds + cells.length);
    const { commitment, cash, cashNet } = slot;
    const holder = lines[slot.line]!.account;
    const perHour = commitment.capacity === null ? slot.fee : slot.size;
    if (dayOf(commitment.start) === day && commitment.upfrontPerHour > 0) {
      const { amount, net, hours: term } = upfrontPayment(slot, holder);
      const costs = { billed: net, effective: 0, list: amount, contracted: net };
      charges.push({ key, kind: 'upfront', slot, costs, quantity: term * perHour, priced: 1 });
    }
    if (cash > 0) {
      const net = cashNet * hours;
      const costs = { billed: net, effective: 0, list: cash * hours, contracted: net };
      charges.push({
        key: key + 1,
        kind: 'recurring',
        slot,
        costs,
        quantity: hours * perHour,
        priced: hours,
      });
    }
    const used = sumOf(tally.used.subarray(s * cells.length, (s + 1) * cells.length));
    const unused = hours * slot.size - used;
    if (unused <= 0) continue;
    const prices = unusedPrices(slot, lines);
    const priced = commitment.capacity === null ? unused / prices.list : unused;
    charges.push({
      key: key + 2,
      kind: 'unused',
      slot,
      costs: {
        billed: 0,
        effective: hours * slot.net - tally.usedNet[s]!,
        list: Math.round(priced * prices.list),
        contracted: Math.round(priced * prices.contracted),
      },
      quantity: kind === 'capacity' ? unused : hours * slot.fee - tally.usedFee[s]!,
      priced,
    });
  }
}

const dollar: Micros = 1_000_000;

/** Prices of the unused part, as in the exports of some providers, although nothing ran. */
export function unusedPrices({ commitment: { capacity }, line }: Slot, lines: readonly FeeLine[]) {
  // A spend commitment is priced by the usage at list price that it could have covered.
  const list = capacity === null ? dollar : capacity.listPrice;
  return { list, contracted: afterDiscount(list, lines[line]!.account) };
}
