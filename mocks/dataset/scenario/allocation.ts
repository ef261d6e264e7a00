import { type Day, hoursPerDay } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { Pool } from './pools.js';
import { Tally } from './tally.js';
import type { UsageOfDay } from './usage.js';

/** Allocates commitments to the usage of one day. Its figures are overwritten by the next day. */
export class Allocation {
  readonly pools: readonly (Pool & { readonly tally: Tally })[];
  /** Units of each cell by hour. */
  readonly units: readonly Float64Array[];
  // The entry of an hour of a cell is at `cell * 24 + hour`.
  private readonly allUnits: Float64Array;
  readonly capacityUnits: Float64Array;
  readonly spendList: Float64Array;
  readonly uncovered: Float64Array;

  constructor(
    readonly cells: readonly PricedCell[],
    pools: readonly Pool[],
    private readonly usages: readonly UsageOfDay[],
  ) {
    this.pools = pools.map((pool) => ({ ...pool, tally: new Tally(pool.stack, pool.cells.length) }));
    const hours = cells.length * hoursPerDay;
    this.allUnits = new Float64Array(hours);
    this.units = cells.map((_, c) => this.allUnits.subarray(c * hoursPerDay, (c + 1) * hoursPerDay));
    this.capacityUnits = new Float64Array(hours);
    this.spendList = new Float64Array(hours);
    this.uncovered = new Float64Array(hours);
  }

  /** Applies each pool to a day's usage. */
  run(day: Day): void {
    const { cells, units, uncovered, usages } = this;
    this.capacityUnits.fill(0);
    this.spendList.fill(0);
    for (let c = 0; c < cells.length; c++) {
      const { listPrice } = cells[c]!;
      const hours = units[c]!;
      usages[c]!(day, hours);
      for (let h = 0; h < hoursPerDay; h++) uncovered[c * hoursPerDay + h] = hours[h]! * listPrice;
    }
    for (const pool of this.pools) this.cover(pool, day * hoursPerDay);
  }

  /** Covers the cells of a pool by its commitments in each hour of a day. */
  private cover({ kind, stack, cells, tally }: (typeof this.pools)[number], firstHour: number): void {
    const { uncovered } = this;
    const isCapacity = kind === 'capacity';
    const coverable = isCapacity ? this.allUnits : uncovered;
    const coveredHours = isCapacity ? this.capacityUnits : this.spendList;
    const prices = cells.map((c) => (isCapacity ? this.cells[c]!.listPrice : 1));
    const left = new Float64Array(cells.length);
    tally.clear();
    for (let h = 0; h < hoursPerDay; h++) {
      for (let i = 0; i < cells.length; i++) left[i] = coverable[cells[i]! * hoursPerDay + h]!;
      tally.cover(stack.liveAt(firstHour + h), left);
      for (let i = 0; i < cells.length; i++) {
        const at = cells[i]! * hoursPerDay + h;
        const covered = coverable[at]! - left[i]!;
        coveredHours[at] = covered;
        uncovered[at]! -= covered * prices[i]!;
      }
    }
  }
}
