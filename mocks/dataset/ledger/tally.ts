import { type Live, marginOf, type Stack, share } from './stack.js';

/**
 * Counts how the slots of a stack were used, hour after hour. An hour only notes where demand and cells
 * end on the axis of the stack; what that means for each slot is worked out once for all hours in
 * which the same slots ran. So an hour costs next to nothing however many slots there are.
 */
export class Tally {
  /** By slot of the stack: hours it ran, and its cost for what was used. */
  readonly hours: Float64Array;
  readonly usedFee: Float64Array;
  readonly usedNet: Float64Array;
  /** By slot and cell, at `slot * cells + cell`: what the cell used of the slot. */
  readonly used: Float64Array;

  // Of the hours that are not settled. `whole` has at each position the hours whose margin it was.
  private run: Live | undefined;
  private runHours = 0;
  private readonly whole: Int32Array;
  // Of each cell, by edge between slots: how many hours' demand begins below the edge, where it began,
  // and the demand of hours that ended below it. Entries apply to all edges from there on.
  private readonly edges: number;
  private readonly begun: Float64Array;
  private readonly begins: Float64Array;
  private readonly ended: Float64Array;

  constructor(
    stack: Stack,
    private readonly cells: number,
  ) {
    const slots = stack.slots.length;
    this.hours = new Float64Array(slots);
    this.usedFee = new Float64Array(slots);
    this.usedNet = new Float64Array(slots);
    this.used = new Float64Array(slots * cells);
    this.whole = new Int32Array(slots + 1);
    this.edges = slots + 2;
    this.begun = new Float64Array(this.edges * cells);
    this.begins = new Float64Array(this.edges * cells);
    this.ended = new Float64Array(this.edges * cells);
  }

  /** @param demand of each cell, in the order in which they are served; `total` is their sum */
  add(live: Live, demand: Float64Array, total: number): void {
    if (live !== this.run) {
      this.settle();
      this.run = live;
    }
    this.runHours += 1;
    const margin = marginOf(live, total);
    this.whole[margin]! += 1;
    const slot = live.slots[margin];
    if (slot !== undefined) {
      const part = total - live.bottoms[margin]!;
      const at = live.positions[margin]!;
      this.usedFee[at]! += share(slot.fee, part, slot.size);
      this.usedNet[at]! += share(slot.net, part, slot.size);
    }
    const { begun, begins, ended } = this;
    let from = 0;
    for (let cell = 0; cell < this.cells; cell++) {
      const to = from + demand[cell]!;
      const base = cell * this.edges;
      const first = base + edgeAbove(live, from);
      const last = base + edgeAbove(live, to);
      begun[first]! += 1;
      begins[first]! += from;
      begun[last]! -= 1;
      begins[last]! -= from;
      ended[last]! += to - from;
      from = to;
    }
  }

  /** Makes the figures current. */
  settle(): void {
    if (this.run === undefined || this.runHours === 0) return;
    this.settleFees(this.run);
    for (let cell = 0; cell < this.cells; cell++) this.settleCell(this.run, cell);
    this.whole.fill(0, 0, this.run.slots.length + 1);
    this.runHours = 0;
  }

  private settleFees({ slots, positions, feesBelow, netsBelow }: Live): void {
    let above = 0;
    for (let s = slots.length - 1; s >= 0; s--) {
      above += this.whole[s + 1]!;
      const at = positions[s]!;
      this.hours[at]! += this.runHours;
      this.usedFee[at]! += above * (feesBelow[s + 1]! - feesBelow[s]!);
      this.usedNet[at]! += above * (netsBelow[s + 1]! - netsBelow[s]!);
    }
  }

  private settleCell({ slots, positions, bottoms }: Live, cell: number): void {
    const { begun, begins, ended } = this;
    const base = cell * this.edges;
    let open = 0;
    let starts = 0;
    let full = 0;
    let below = 0;
    for (let edge = 0; edge <= slots.length; edge++) {
      open += begun[base + edge]!;
      starts += begins[base + edge]!;
      full += ended[base + edge]!;
      // Over all hours, what the cell used of the slots below this edge.
      const upTo = open * bottoms[edge]! - starts + full;
      if (edge > 0) this.used[positions[edge - 1]! * this.cells + cell]! += upTo - below;
      below = upTo;
    }
    for (const notes of [begun, begins, ended]) notes.fill(0, base, base + slots.length + 2);
  }

  /** Sets all figures back to zero. */
  clear(): void {
    for (const figures of [this.hours, this.usedFee, this.usedNet, this.used]) figures.fill(0);
  }
}

/** @returns the first edge between slots that lies above a point of the axis */
function edgeAbove(live: Live, point: number): number {
  return marginOf(live, point) + 1;
}
