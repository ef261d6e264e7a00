import type { Live, Slot, Stack } from './stack.js';

/** Covers the demand of cells by the slots of a stack, both in their order, and counts what each slot covers. */
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

  constructor(
    { length }: Stack,
    private readonly cells: number,
  ) {
    this.first = length;
    this.hours = new Float64Array(length);
    this.usedFee = new Float64Array(length);
    this.usedNet = new Float64Array(length);
    this.used = new Float64Array(length * cells);
  }

  /** Covers an hour. @param demand of each cell; what is left of it afterwards is on demand */
  cover({ positions, slots }: Live, demand: Float64Array): void {
    this.first = Math.min(this.first, positions[0] ?? this.first);
    this.end = Math.max(this.end, (positions.at(-1) ?? -1) + 1);
    for (const at of positions) this.hours[at]! += 1;
    let cell = 0;
    for (let s = 0; s < slots.length && cell < this.cells; s++) {
      const slot = slots[s]!;
      let room = slot.size;
      while (room > 0 && cell < this.cells) {
        const part = Math.min(room, demand[cell]!);
        this.used[positions[s]! * this.cells + cell]! += part;
        demand[cell]! -= part;
        room -= part;
        if (demand[cell] === 0) cell += 1;
      }
      this.addFee(positions[s]!, slot, slot.size - room);
    }
  }

  private addFee(at: number, { size, fee, net }: Slot, used: number): void {
    this.usedFee[at]! += Math.round((fee * used) / size);
    this.usedNet[at]! += Math.round((net * used) / size);
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
