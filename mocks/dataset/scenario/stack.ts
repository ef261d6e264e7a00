import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Hour, hourOf } from '../calendar.js';
import { afterDiscount } from '../money.js';
import { lastInstantOf } from '../seed-data/last-instant.js';
import type { Account, Commitment } from '../seed-data/types.js';

/** A commitment in a stack: how much it can cover in an hour, and its cost. */
export interface Slot {
  readonly commitment: Commitment;
  readonly holder: Account;
  /** Usage that it can cover in an hour: units of capacity, or micro-dollars at list price. */
  readonly size: number;
  /** Its hourly fee at list price, and after the holder's negotiated discount. */
  readonly fee: number;
  readonly net: number;
  /** The recurring part of these fees, without upfront payments. */
  readonly cash: number;
  readonly cashNet: number;
}

/** The slots that run at one time, in order of coverage; valid from `from` up to but not including `to`. */
export interface Live {
  readonly from: Hour;
  readonly to: Hour;
  /** Their positions in the stack. */
  readonly positions: readonly number[];
  readonly slots: readonly Slot[];
}

/**
 * Commitments that cover the same demand. Demand fills them from the bottom: those below are fully
 * used, one partly, and those above are unused. Demand that exceeds the stack is on demand.
 */
export class Stack {
  readonly length: number;
  // Columns: reading them from thousands of objects takes ten times as long.
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly slots = new Map<number, Slot>();
  private live: Live | undefined;

  /** @param commitments in order of coverage */
  constructor(
    private readonly commitments: readonly Commitment[],
    private readonly accounts: ReadonlyMap<string, Account>,
  ) {
    this.length = commitments.length;
    this.from = new Float64Array(this.length);
    this.to = new Float64Array(this.length);
    commitments.forEach((commitment, position) => {
      this.from[position] = hourOf(commitment.start);
      this.to[position] = hourOf(lastInstantOf(commitment));
    });
  }

  /** Created when it first runs, since most commitments of a long history do not run when it is read. */
  slotAt(position: number): Slot {
    return getOrInsert(this.slots, position, () => {
      const commitment = this.commitments[position]!;
      return slotOf(commitment, this.accounts.get(commitment.holder)!);
    });
  }

  liveAt(hour: Hour): Live {
    const { live } = this;
    if (live !== undefined && hour >= live.from && hour < live.to) return live;
    this.live = this.build(hour);
    return this.live;
  }

  private build(hour: Hour): Live {
    let [since, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const positions: number[] = [];
    for (let position = 0; position < this.length; position++) {
      const [from, to] = [this.from[position]!, this.to[position]!];
      if (from <= hour) since = Math.max(since, from);
      else until = Math.min(until, from);
      if (to <= hour) since = Math.max(since, to);
      else until = Math.min(until, to);
      if (hour >= from && hour < to) positions.push(position);
    }
    return { from: since, to: until, positions, slots: positions.map((position) => this.slotAt(position)) };
  }
}

function slotOf(commitment: Commitment, holder: Account): Slot {
  const { capacity, feePerHour: fee, upfrontPerHour, coversListPerHour } = commitment;
  const net = afterDiscount(fee, holder);
  return {
    commitment,
    holder,
    size: capacity === null ? coversListPerHour : capacity.quantity * capacity.unitsPerOne,
    fee,
    net,
    cash: fee - upfrontPerHour,
    cashNet: net - afterDiscount(upfrontPerHour, holder),
  };
}
