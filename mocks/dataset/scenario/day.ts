import { type Day, dayOf, hourOf, hoursPerDay } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import { afterDiscount, type Micros, microsPerDollar } from '../money.js';
import type { Allocation } from './allocation.js';
import type { Pool } from './pools.js';
import type { Slot } from './stack.js';

/** What is charged: usage of a cell, or a commitment. */
export type ChargeSource =
  | { readonly kind: 'on_demand' | 'credit'; readonly cell: PricedCell }
  | { readonly kind: 'used'; readonly cell: PricedCell; readonly slot: Slot }
  | { readonly kind: 'upfront' | 'recurring' | 'unused'; readonly slot: Slot };

/**
 * Takes a charge. Numbers instead of an object, because a month can have half a million of them.
 *
 * @param key identifies what is charged, among all charges of the service; the same on each day
 * @param quantity of a commitment: units of capacity, or dollars of the fee of a spend commitment; NaN without one
 */
export type TakeCharge = (
  key: number,
  billed: Micros,
  effective: Micros,
  list: Micros,
  contracted: Micros,
  quantity: number,
) => void;

const heldKinds = ['upfront', 'recurring', 'unused'] as const;

/** A pool with its keys: for each slot one of each kind without usage, and one for each of its cells. */
type KeyedPool = Allocation['pools'][number] & { readonly firstKey: number; readonly keysOfSlot: number };

/** Computes the charges of a service, a day at a time. */
export class DayReader {
  /** Keys are below this number. */
  readonly keys: number;
  private readonly pools: readonly KeyedPool[];

  constructor(private readonly allocation: Allocation) {
    const { cells, pools } = allocation;
    // A cell has two keys: of its on-demand usage, and of its credit.
    let next = 2 * cells.length;
    this.pools = pools.map((pool) => {
      const keysOfSlot = heldKinds.length + pool.cells.length;
      const keyed = { ...pool, firstKey: next, keysOfSlot };
      next += pool.stack.length * keysOfSlot;
      return keyed;
    });
    this.keys = next;
  }

  sourceOf(key: number): ChargeSource {
    const { cells } = this.allocation;
    if (key < cells.length) return { kind: 'on_demand', cell: cells[key]! };
    if (key < 2 * cells.length) return { kind: 'credit', cell: cells[key - cells.length]! };
    const pool = this.pools.findLast(({ firstKey }) => firstKey <= key)!;
    const slot = pool.stack.slotAt(Math.floor((key - pool.firstKey) / pool.keysOfSlot));
    const ofSlot = (key - pool.firstKey) % pool.keysOfSlot;
    const kind = heldKinds[ofSlot];
    return kind === undefined
      ? { kind: 'used', cell: cells[pool.cells[ofSlot - heldKinds.length]!]!, slot }
      : { kind, slot };
  }

  /** The cost of each hour at list price of a charge of the last day; null if it is not usage that commitments could cover. */
  hoursOf(key: number): Float64Array | null {
    const { cells, uncovered } = this.allocation;
    if (key >= cells.length || this.pools.length === 0) return null;
    return uncovered.slice(key * hoursPerDay, (key + 1) * hoursPerDay);
  }

  read(day: Day, take: TakeCharge): void {
    const { allocation, pools } = this;
    allocation.run(day);
    for (let c = 0; c < allocation.cells.length; c++) this.readOnDemand(c, take);
    for (const pool of pools) this.readUsed(pool, take);
    for (const pool of pools) readHeld(pool, day, take);
  }

  private readOnDemand(c: number, take: TakeCharge): void {
    const { cells, units, capacityUnits, spendList, uncovered } = this.allocation;
    const { listPrice, contractedPrice, creditBps } = cells[c]!;
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
    take(c, contracted, contracted, list, contracted, Number.NaN);
    const credit = Math.round((contracted * creditBps) / 10_000);
    if (credit !== 0) take(cells.length + c, -credit, -credit, -credit, -credit, Number.NaN);
  }

  /** The usage that each commitment of a pool covered, with the amortized fee that it pays. */
  private readUsed({ kind, tally, cells, ...pool }: KeyedPool, take: TakeCharge): void {
    const contractedOf = createContracted(
      kind,
      cells.map((c) => this.allocation.cells[c]!),
    );
    for (let slot = tally.first; slot < tally.end; slot++) {
      // Most slots of a large stack do not run.
      const whole = tally.hours[slot] === 0 ? 0 : tally.usedOf(slot);
      if (whole === 0) continue;
      const key = pool.firstKey + slot * pool.keysOfSlot + heldKinds.length;
      let [covered, fee, net] = [0, 0, 0];
      for (let i = 0; i < cells.length; i++) {
        const part = tally.used[slot * cells.length + i]!;
        if (part === 0) continue;
        covered += part;
        // Fees are split in proportion, in whole numbers that add up.
        const feeUpTo = Math.round(tally.usedFee[slot]! * (covered / whole));
        const netUpTo = Math.round(tally.usedNet[slot]! * (covered / whole));
        const list = kind === 'capacity' ? part * this.allocation.cells[cells[i]!]!.listPrice : part;
        const quantity = kind === 'capacity' ? part : (feeUpTo - fee) / microsPerDollar;
        take(key + i, 0, netUpTo - net, list, contractedOf(i, part), quantity);
        [fee, net] = [feeUpTo, netUpTo];
      }
    }
  }
}

/** The contracted cost of each hour of on-demand usage, in whole numbers that add up to that of the day. */
export function contractedHours(
  cell: PricedCell,
  { list, contracted }: { readonly list: Micros; readonly contracted: Micros },
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

/** @returns a function to call for each part of a cell's usage: the parts add up to the whole, rounded once */
function createContracted(kind: Pool['kind'], cells: readonly PricedCell[]) {
  const soFar = new Float64Array(cells.length);
  const contractedOf = ({ contractedPrice, listPrice }: PricedCell, used: number) =>
    kind === 'capacity' ? used * contractedPrice : Math.round((used * contractedPrice) / listPrice);
  return (i: number, part: number): Micros => {
    const before = contractedOf(cells[i]!, soFar[i]!);
    soFar[i]! += part;
    return contractedOf(cells[i]!, soFar[i]!) - before;
  };
}

/** The charges of each commitment of a pool that no usage pays for: its purchase, its recurring fee and its unused part. */
function readHeld({ kind, stack, tally, ...pool }: KeyedPool, day: Day, take: TakeCharge): void {
  const isSpend = kind === 'spend';
  const unit = isSpend ? microsPerDollar : 1;
  for (let s = tally.first; s < tally.end; s++) {
    const hours = tally.hours[s]!;
    if (hours === 0) continue;
    const slot = stack.slotAt(s);
    const key = pool.firstKey + s * pool.keysOfSlot;
    const perHour = isSpend ? slot.fee : slot.size;
    if (dayOf(slot.commitment.start) === day && slot.commitment.upfrontPerHour > 0) {
      const { amount, net, hours: term } = upfrontPayment(slot);
      take(key, net, 0, amount, net, (term * perHour) / unit);
    }
    if (slot.cash > 0) {
      const net = slot.cashNet * hours;
      take(key + 1, net, 0, slot.cash * hours, net, (hours * perHour) / unit);
    }
    const unused = hours * slot.size - tally.usedOf(s);
    if (unused <= 0) continue;
    const prices = unusedPrices(slot);
    const priced = unused / (isSpend ? prices.list : 1);
    const [list, contracted] = [Math.round(priced * prices.list), Math.round(priced * prices.contracted)];
    const quantity = isSpend ? hours * slot.fee - tally.usedFee[s]! : unused;
    take(key + 2, 0, hours * slot.net - tally.usedNet[s]!, list, contracted, quantity / unit);
  }
}

/** The upfront payment for the hours of a term, at list price and after the holder's negotiated discount. */
function upfrontPayment({ commitment: { start, end, upfrontPerHour }, holder }: Slot) {
  const hours = hourOf(end) - hourOf(start);
  return { hours, amount: hours * upfrontPerHour, net: hours * afterDiscount(upfrontPerHour, holder) };
}

/** Prices of the unused part, as in the exports of some providers, although nothing ran. */
export function unusedPrices({ commitment: { capacity }, holder }: Slot) {
  // A spend commitment is priced by the usage at list price that it could have covered.
  const list = capacity === null ? microsPerDollar : capacity.listPrice;
  return { list, contracted: afterDiscount(list, holder) };
}
