import { type Live, marginOf, type Stack, share } from './stack.js';

/**
 * Counts how the slots of a stack were used, hour after hour. An hour only notes where demand and cells
 * end on the axis of the stack; what that means for each slot is worked out once for all hours in
 * which the same slots ran. So an hour costs next to nothing however many slots there are.
 */
export interface Tally {
  /** @param demand of each cell, in the order in which they are served; `total` is their sum */
  add(live: Live, demand: Float64Array, total: number): void;
  /** Makes the figures below current. */
  settle(): void;
  /** Sets all figures back to zero. */
  clear(): void;
  /** By slot of the stack: hours it ran, and its cost for what was used. */
  readonly hours: Float64Array;
  readonly usedFee: Float64Array;
  readonly usedNet: Float64Array;
  /** By slot and cell, at `slot * cells + cell`: what the cell used of the slot. */
  readonly used: Float64Array;
}

export function createTally(stack: Stack, cells: number): Tally {
  const slots = stack.slots.length;
  const hours = new Float64Array(slots);
  const usedFee = new Float64Array(slots);
  const usedNet = new Float64Array(slots);
  const used = new Float64Array(slots * cells);

  // Of the hours that are not settled. `whole` has at each position the hours whose margin it was.
  let run: Live | undefined;
  let runHours = 0;
  const whole = new Int32Array(slots + 1);
  // Of each cell, by edge between slots: how many hours' demand begins below the edge, where it began,
  // and the demand of hours that ended below it. Entries hold for all edges from there on.
  const edges = slots + 2;
  const begun = new Float64Array(edges * cells);
  const begins = new Float64Array(edges * cells);
  const ended = new Float64Array(edges * cells);

  function settle(): void {
    if (run === undefined || runHours === 0) return;
    const { positions, bottoms, feesBelow, netsBelow } = run;
    const count = run.slots.length;
    let above = 0;
    for (let s = count - 1; s >= 0; s--) {
      above += whole[s + 1]!;
      const at = positions[s]!;
      hours[at]! += runHours;
      usedFee[at]! += above * (feesBelow[s + 1]! - feesBelow[s]!);
      usedNet[at]! += above * (netsBelow[s + 1]! - netsBelow[s]!);
    }
    for (let cell = 0; cell < cells; cell++) {
      const base = cell * edges;
      let open = 0;
      let starts = 0;
      let full = 0;
      let below = 0;
      for (let edge = 0; edge <= count; edge++) {
        open += begun[base + edge]!;
        starts += begins[base + edge]!;
        full += ended[base + edge]!;
        // Over all hours, what the cell used of the slots below this edge.
        const upTo = open * bottoms[edge]! - starts + full;
        if (edge > 0) used[positions[edge - 1]! * cells + cell]! += upTo - below;
        below = upTo;
      }
      begun.fill(0, base, base + count + 2);
      begins.fill(0, base, base + count + 2);
      ended.fill(0, base, base + count + 2);
    }
    whole.fill(0, 0, count + 1);
    runHours = 0;
  }

  return {
    hours,
    usedFee,
    usedNet,
    used,
    settle,
    add(live, demand, total) {
      if (live !== run) {
        settle();
        run = live;
      }
      runHours += 1;
      const margin = marginOf(live, total);
      whole[margin]! += 1;
      const slot = live.slots[margin];
      if (slot !== undefined) {
        const part = total - live.bottoms[margin]!;
        const at = live.positions[margin]!;
        usedFee[at]! += share(slot.fee, part, slot.size);
        usedNet[at]! += share(slot.net, part, slot.size);
      }
      let from = 0;
      for (let cell = 0; cell < cells; cell++) {
        const to = from + demand[cell]!;
        const base = cell * edges;
        const first = edgeAbove(live, from);
        const last = edgeAbove(live, to);
        begun[base + first]! += 1;
        begins[base + first]! += from;
        begun[base + last]! -= 1;
        begins[base + last]! -= from;
        ended[base + last]! += to - from;
        from = to;
      }
    },
    clear() {
      for (const figures of [hours, usedFee, usedNet, used]) figures.fill(0);
    },
  };
}

/** @returns the first edge between slots that lies above a point of the axis */
function edgeAbove(live: Live, point: number): number {
  return marginOf(live, point) + 1;
}
