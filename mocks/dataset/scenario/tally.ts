import { type Live, marginOf, type Stack } from './stack.js';

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
  /** The slots that ran are from `first` up to but not including `end`. */
  first: number;
  end = 0;

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
    { length }: Stack,
    private readonly cells: number,
  ) {
    this.first = length;
    this.hours = new Float64Array(length);
    this.usedFee = new Float64Array(length);
    this.usedNet = new Float64Array(length);
    this.used = new Float64Array(length * cells);
    this.hoursByMargin = new Int32Array(length + 1);
    this.edges = length + 2;
    this.begun = new Float64Array(this.edges * cells);
    this.begins = new Float64Array(this.edges * cells);
    this.ended = new Float64Array(this.edges * cells);
  }

  /** @param demand of each cell, in order of coverage */
  add(live: Live, demand: Float64Array): void {
    if (live !== this.run) {
      this.settle();
      this.run = live;
    }
    this.runHours += 1;
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
    const margin = edge - 1;
    this.hoursByMargin[margin]! += 1;
    if (margin < live.positions.length) this.addPart(live, margin, from);
  }

  /** Adds the fee of the slot that the demand uses partly. */
  private addPart({ positions, bottoms, feesBelow, netsBelow }: Live, margin: number, total: number): void {
    const at = positions[margin]!;
    const part = total - bottoms[margin]!;
    const size = bottoms[margin + 1]! - bottoms[margin]!;
    this.usedFee[at]! += Math.round(((feesBelow[margin + 1]! - feesBelow[margin]!) * part) / size);
    this.usedNet[at]! += Math.round(((netsBelow[margin + 1]! - netsBelow[margin]!) * part) / size);
  }

  /** Computes the figures up to the last hour added. */
  settle(): void {
    if (this.run === undefined || this.runHours === 0) return;
    this.settleFees(this.run);
    for (let cell = 0; cell < this.cells; cell++) this.settleCell(this.run, cell);
    const { positions } = this.run;
    this.hoursByMargin.fill(0, 0, positions.length + 1);
    this.runHours = 0;
    this.first = Math.min(this.first, positions[0] ?? this.first);
    this.end = Math.max(this.end, (positions.at(-1) ?? -1) + 1);
  }

  private settleFees({ positions, feesBelow, netsBelow }: Live): void {
    let above = 0;
    for (let s = positions.length - 1; s >= 0; s--) {
      above += this.hoursByMargin[s + 1]!;
      const at = positions[s]!;
      this.hours[at]! += this.runHours;
      this.usedFee[at]! += above * (feesBelow[s + 1]! - feesBelow[s]!);
      this.usedNet[at]! += above * (netsBelow[s + 1]! - netsBelow[s]!);
    }
  }

  private settleCell({ positions, bottoms }: Live, cell: number): void {
    const { begun, begins, ended } = this;
    const base = cell * this.edges;
    let open = 0;
    let starts = 0;
    let full = 0;
    let below = 0;
    for (let edge = 0; edge < bottoms.length; edge++) {
      open += begun[base + edge]!;
      starts += begins[base + edge]!;
      full += ended[base + edge]!;
      // The cell's usage of the slots below this edge, over all hours.
      const upTo = open * bottoms[edge]! - starts + full;
      if (edge > 0) this.used[positions[edge - 1]! * this.cells + cell]! += upTo - below;
      below = upTo;
    }
    for (const differences of [begun, begins, ended]) differences.fill(0, base, base + bottoms.length + 1);
  }

  /** What all cells used of a slot. */
  usedOf(slot: number): number {
    let sum = 0;
    for (let i = slot * this.cells, end = i + this.cells; i < end; i++) sum += this.used[i]!;
    return sum;
  }

  /** Resets all figures to zero. */
  clear(): void {
    const { first, end, cells } = this;
    for (const figures of [this.hours, this.usedFee, this.usedNet]) figures.fill(0, first, end);
    this.used.fill(0, first * cells, end * cells);
    this.first = this.hours.length;
    this.end = 0;
  }
}

/** @returns the index of the first edge between slots that is above an amount of demand */
function edgeAbove(live: Live, point: number): number {
  return marginOf(live, point) + 1;
}
