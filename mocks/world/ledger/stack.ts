import type { Hour } from '../calendar.js';

/** A running commitment as one layer of a stack: how much it can cover in an hour, and what it costs. */
export interface Slot {
  /** Position of the commitment in the cast. */
  readonly commitment: number;
  /** What it can cover in one hour: units of capacity, or micro-dollars of usage at list price. */
  readonly size: number;
  /** Its cost for one hour at list, and after the holder's negotiated discount. */
  readonly fee: number;
  readonly net: number;
  /** What of these is charged by the hour and was not paid at the start. */
  readonly cash: number;
  readonly cashNet: number;
  /** Position of the account, service and region that its cost is charged to. */
  readonly line: number;
  readonly from: Hour;
  readonly to: Hour;
}

/** The slots that run at one time, in order of use; valid from `from` up to but not including `to`. */
export interface Live {
  readonly from: Hour;
  readonly to: Hour;
  readonly slots: readonly Slot[];
  /** Their positions among all slots of the stack. */
  readonly positions: Int32Array;
  /** Where each slot begins on the axis of demand; one more entry than slots, the last the whole size. */
  readonly bottoms: Float64Array;
  /** Cost of all slots below, at list and net; one more entry than slots. */
  readonly feesBelow: Float64Array;
  readonly netsBelow: Float64Array;
}

/**
 * Commitments that cover the same demand. Demand fills them from the bottom: those below are used
 * whole, one in part, those above stand idle. What exceeds the stack is on demand.
 */
export interface Stack {
  readonly slots: readonly Slot[];
  liveAt(hour: Hour): Live;
}

export function createStack(slots: readonly Slot[]): Stack {
  const changes = [...new Set(slots.flatMap((slot) => [slot.from, slot.to]))].sort((a, b) => a - b);
  let live: Live | undefined;
  return {
    slots,
    liveAt(hour) {
      if (live === undefined || hour < live.from || hour >= live.to) live = build(slots, changes, hour);
      return live;
    },
  };
}

function build(slots: readonly Slot[], changes: readonly Hour[], hour: Hour): Live {
  const running: Slot[] = [];
  const positions = new Int32Array(slots.length);
  slots.forEach((slot, position) => {
    if (hour < slot.from || hour >= slot.to) return;
    positions[running.length] = position;
    running.push(slot);
  });
  const bottoms = new Float64Array(running.length + 1);
  const feesBelow = new Float64Array(running.length + 1);
  const netsBelow = new Float64Array(running.length + 1);
  running.forEach((slot, i) => {
    bottoms[i + 1] = bottoms[i]! + slot.size;
    feesBelow[i + 1] = feesBelow[i]! + slot.fee;
    netsBelow[i + 1] = netsBelow[i]! + slot.net;
  });
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

/** What the whole stack can cover in an hour. */
export function sizeOf(live: Live): number {
  return live.bottoms[live.slots.length]!;
}

/** @returns the position of the first slot that this demand does not use whole. */
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

/** The part of an hourly cost that belongs to the part of a slot that was used. */
export function share(cost: number, used: number, size: number): number {
  return used === size ? cost : Math.round((cost * used) / size);
}
