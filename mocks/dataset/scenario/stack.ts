import type { Hour } from '../calendar.js';
import type { Commitment } from '../seed-data/types.js';

/** A commitment in a stack: how much it can cover in an hour, and its cost. */
export interface Slot {
  readonly commitment: Commitment;
  /** Usage that it can cover in an hour: units of capacity, or micro-dollars at list price. */
  readonly size: number;
  /** Its hourly fee at list price, and after the holder's negotiated discount. */
  readonly fee: number;
  readonly net: number;
  /** The recurring part of these fees, without upfront payments. */
  readonly cash: number;
  readonly cashNet: number;
  /** Index of the fee line that its fee is charged to. */
  readonly line: number;
  readonly from: Hour;
  readonly to: Hour;
}

/** The slots that run at one time, in order of coverage; valid from `from` up to but not including `to`. */
export interface Live {
  readonly from: Hour;
  readonly to: Hour;
  readonly slots: readonly Slot[];
  /** Their indexes among all slots of the stack. */
  readonly positions: Int32Array;
  /** Sum of the sizes below each slot; the entry after the last slot is the total size. */
  readonly bottoms: Float64Array;
  /** Sum of the fees below each slot, at list and net; the entry after the last slot is the total. */
  readonly feesBelow: Float64Array;
  readonly netsBelow: Float64Array;
}

/**
 * Commitments that cover the same demand. Demand fills them from the bottom: those below are fully
 * used, one partly, and those above are unused. Demand that exceeds the stack is on demand.
 */
export interface Stack {
  readonly slots: readonly Slot[];
  liveAt(hour: Hour): Live;
}

export function createStack(slots: readonly Slot[]): Stack {
  const changes = [...new Set(slots.flatMap((slot) => [slot.from, slot.to]))].sort((a, b) => a - b);
  const columns = columnsOf(slots);
  let live: Live | undefined;
  return {
    slots,
    liveAt(hour) {
      if (live === undefined || hour < live.from || hour >= live.to) {
        live = build(slots, columns, changes, hour);
      }
      return live;
    },
  };
}

/** Figures of all slots as columns: reading them from thousands of objects takes ten times as long. */
interface Columns {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly size: Float64Array;
  readonly fee: Float64Array;
  readonly net: Float64Array;
}

function columnsOf(slots: readonly Slot[]): Columns {
  const column = () => new Float64Array(slots.length);
  const columns = { from: column(), to: column(), size: column(), fee: column(), net: column() };
  slots.forEach(({ from, to, size, fee, net }, position) => {
    columns.from[position] = from;
    columns.to[position] = to;
    columns.size[position] = size;
    columns.fee[position] = fee;
    columns.net[position] = net;
  });
  return columns;
}

function build(slots: readonly Slot[], columns: Columns, changes: readonly Hour[], hour: Hour): Live {
  const { from, to, size, fee, net } = columns;
  const positions = new Int32Array(slots.length);
  const bottoms = new Float64Array(slots.length + 1);
  const feesBelow = new Float64Array(slots.length + 1);
  const netsBelow = new Float64Array(slots.length + 1);
  const running: Slot[] = [];
  for (let position = 0; position < slots.length; position++) {
    if (hour < from[position]! || hour >= to[position]!) continue;
    const i = running.push(slots[position]!);
    positions[i - 1] = position;
    bottoms[i] = bottoms[i - 1]! + size[position]!;
    feesBelow[i] = feesBelow[i - 1]! + fee[position]!;
    netsBelow[i] = netsBelow[i - 1]! + net[position]!;
  }
  return {
    from: changes.findLast((change) => change <= hour) ?? Number.NEGATIVE_INFINITY,
    to: changes.find((change) => change > hour) ?? Number.POSITIVE_INFINITY,
    slots: running,
    positions,
    bottoms,
    feesBelow,
    netsBelow,
  };
}

/** Usage that all live slots can cover in an hour. */
export function sizeOf(live: Live): number {
  return live.bottoms[live.slots.length]!;
}

/** @returns the index of the first live slot that this demand does not fully use */
export function marginOf(live: Live, demand: number): number {
  let low = 0;
  let high = live.slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (live.bottoms[middle + 1]! <= demand) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part of an hourly cost that belongs to the used part of a slot. */
export function share(cost: number, used: number, size: number): number {
  return used === size ? cost : Math.round((cost * used) / size);
}
