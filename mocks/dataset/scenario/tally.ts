import { type Live, marginOf, type Stack, share } from './stack.js';

/**
 * Counts the usage of the slots of a stack. Each hour only records where the demand of each cell starts
 * and ends in the stack; the usage of each slot is then computed once for all hours in which the same
 * slots ran. So the cost of an hour hardly depends on the number of slots.
 */
export class Tally {
  /** By slot of the stack: hours it ran, and fees of its used part. */
  readonly hours: Float64Array;
  readonly usedFee: Float64Array;
  readonly usedNet: Float64Array;
  /** By slot and cell, at `slot * cells + cell`: the cell's usage of the slot. */
  readonly used: Float64Array;

  // Hours that are not settled. `hoursByMargin` counts them by the first slot that they do not fully use.
  private run: Live | undefined;
  private runHours = 0;
  private readonly hoursByMargin: Int32Array;
  // By cell and edge between slots, differences between one edge and the next: hours whose demand starts
  // below the edge and ends above it, the sum of these starts, and the demand that ends below the edge.
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
    this.hoursByMargin = new Int32Array(slots + 1);
    this.edges = slots + 2;
    this.begun = new Float64Array(this.edges * cells);
    this.begins = new Float64Array(this.edges * cells);
    this.ended = new Float64Array(this.edges * cells);
  }

  /** @param demand of each cell, in order of coverage; `total` is the sum */
  add(live: Live, demand: Float64Array, total: number): void {
    if (live !== this.run) {
      this.settle();
      this.run = live;
    }
    this.runHours += 1;
    const margin = marginOf(live, total);
    this.hoursByMargin[margin]! += 1;
    const slot = live.slots[margin];
    if (slot !== undefined) {
      const part = total - live.bottoms[margin]!;
      const at = live.positions[margin]!;
      this.usedFee[at]! += share(slot.fee, part, slot.size);
      this.usedNet[at]! += share(slot.net, part, slot.size);
    }
    const { begun, begins, ended } = this;
    let from = 0;
    let edge = edgeAbove(live, 0);
    for (let cell = 0; cell < this.cells; cell++) {
      const to = from + demand[cell]!;
      const base = cell * this.edges;
      const first = base + edge;
      edge = edgeAbove(live, to);
      const last = base + edge;
      begun[first]! += 1;
      begins[first]! += from;
      begun[last]! -= 1;
      begins[last]! -= from;
      ended[last]! += to - from;
      from = to;
    }
  }

  /** Computes the figures up to the last hour added. */
  settle(): void {
    if (this.run === undefined || this.runHours === 0) return;
    this.settleFees(this.run);
    for (let cell = 0; cell < this.cells; cell++) this.settleCell(this.run, cell);
    this.hoursByMargin.fill(0, 0, this.run.slots.length + 1);
    this.runHours = 0;
  }

  private settleFees({ slots, positions, feesBelow, netsBelow }: Live): void {
    let above = 0;
    for (let s = slots.length - 1; s >= 0; s--) {
      above += this.hoursByMargin[s + 1]!;
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
      // The cell's usage of the slots below this edge, over all hours.
      const upTo = open * bottoms[edge]! - starts + full;
      if (edge > 0) this.used[positions[edge - 1]! * this.cells + cell]! += upTo - below;
      below = upTo;
    }
    for (const differences of [begun, begins, ended]) differences.fill(0, base, base + slots.length + 2);
  }

  /** Resets all figures to zero. */
  clear(): void {
    for (const figures of [this.hours, this.usedFee, this.usedNet, this.used]) figures.fill(0);
  }
}

/** @returns the index of the first edge between slots that is above an amount of demand */
function edgeAbove(live: Live, point: number): number {
  return marginOf(live, point) + 1;
}
