import { type Day, hoursPerDay } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { Pool } from './pools.js';
import { sizeOf } from './stack.js';
import type { Tally } from './tally.js';
import type { UsageOfDay } from './usage.js';

/** Allocates commitments to the usage of one day. Its figures are overwritten by the next day. */
export class Allocation {
  /** The coverable usage of each cell of the pool being visited, in the pool's order. */
  readonly demand: Float64Array;
  /** Units of each cell by hour. */
  readonly units: readonly Float64Array[];
  // The entry of an hour of a cell is at `cell * 24 + hour`.
  private readonly allUnits: Float64Array;
  readonly capacityUnits: Float64Array;
  readonly spendList: Float64Array;
  readonly uncovered: Float64Array;

  constructor(
    readonly cells: readonly PricedCell[],
    readonly pools: readonly Pool[],
    private readonly usages: readonly UsageOfDay[],
  ) {
    this.demand = new Float64Array(cells.length);
    const hours = cells.length * hoursPerDay;
    this.allUnits = new Float64Array(hours);
    this.units = cells.map((_, c) => this.allUnits.subarray(c * hoursPerDay, (c + 1) * hoursPerDay));
    this.capacityUnits = new Float64Array(hours);
    this.spendList = new Float64Array(hours);
    this.uncovered = new Float64Array(hours);
  }

  /** Applies each pool to a day's usage. @param tallies of the pools; they count each hour */
  run(day: Day, tallies: readonly Tally[] = []): void {
    this.capacityUnits.fill(0);
    this.spendList.fill(0);
    for (let c = 0; c < this.cells.length; c++) {
      const { listPrice } = this.cells[c]!;
      const hours = this.units[c]!;
      this.usages[c]!(day, hours);
      for (let h = 0; h < hoursPerDay; h++) this.uncovered[c * hoursPerDay + h] = hours[h]! * listPrice;
    }
    for (let p = 0; p < this.pools.length; p++) {
      const pool = this.pools[p]!;
      let live = pool.stack.liveAt(day * hoursPerDay);
      for (let h = 0; h < hoursPerDay; h++) {
        if (day * hoursPerDay + h >= live.to) live = pool.stack.liveAt(day * hoursPerDay + h);
        const total = this.demandOf(pool, h);
        tallies[p]?.add(live, this.demand);
        this.cover(pool, h, Math.min(total, sizeOf(live)));
      }
    }
  }

  /** Stores the coverable usage of a pool's cells in an hour. @returns the sum */
  private demandOf({ kind, cells }: Pool, hour: number): number {
    const coverable = kind === 'capacity' ? this.allUnits : this.uncovered;
    let total = 0;
    for (let i = 0; i < cells.length; i++) {
      const demand = coverable[cells[i]! * hoursPerDay + hour]!;
      this.demand[i] = demand;
      total += demand;
    }
    return total;
  }

  /** Covers the cells of a pool in order until its size is used up. */
  private cover({ kind, cells }: Pool, hour: number, size: number): void {
    let left = size;
    for (let i = 0; left > 0 && i < cells.length; i++) {
      const c = cells[i]!;
      const at = c * hoursPerDay + hour;
      const covered = Math.min(left, this.demand[i]!);
      left -= covered;
      if (kind === 'capacity') {
        this.capacityUnits[at] = covered;
        this.uncovered[at]! -= covered * this.cells[c]!.listPrice;
      } else {
        this.spendList[at] = covered;
        this.uncovered[at]! -= covered;
      }
    }
  }
}
