import { type Day, hoursPerDay } from '../calendar.js';
import type { Pool } from './pools.js';
import type { PricedCell } from './prices.js';
import { type Live, sizeOf } from './stack.js';
import type { UsageOfDay } from './usage.js';

/** Divides the usage of one day among the pools. What it found is overwritten by the next day. */
export interface Allocation {
  readonly cells: readonly PricedCell[];
  readonly pools: readonly Pool[];
  /** Lets each pool take its part of a day's usage, and shows each of its hours. */
  run(day: Day, visit: (pool: number, live: Live, hour: number, total: number) => void): void;
  /** What each cell of the pool just shown would like to have covered, in the pool's order. */
  readonly demand: Float64Array;
  /** Units of each cell by hour. */
  readonly units: readonly Float64Array[];
  /** An hour of a cell stands at `cell * 24 + hour`. */
  readonly capacityUnits: Float64Array;
  readonly spendList: Float64Array;
  readonly uncovered: Float64Array;
}

export function createAllocation(
  cells: readonly PricedCell[],
  pools: readonly Pool[],
  usages: readonly UsageOfDay[],
): Allocation {
  const units = cells.map(() => new Float64Array(hoursPerDay));
  const capacityUnits = new Float64Array(cells.length * hoursPerDay);
  const spendList = new Float64Array(cells.length * hoursPerDay);
  const uncovered = new Float64Array(cells.length * hoursPerDay);
  const demand = new Float64Array(cells.length);
  return {
    cells,
    pools,
    demand,
    units,
    capacityUnits,
    spendList,
    uncovered,
    run(day, visit) {
      capacityUnits.fill(0);
      spendList.fill(0);
      cells.forEach((cell, c) => {
        const hours = units[c]!;
        usages[c]!(day, hours);
        for (let h = 0; h < hoursPerDay; h++) uncovered[c * hoursPerDay + h] = hours[h]! * cell.listPrice;
      });
      pools.forEach((pool, p) => {
        const byUnits = pool.kind === 'capacity';
        for (let h = 0; h < hoursPerDay; h++) {
          const live = pool.stack.liveAt(day * hoursPerDay + h);
          let total = 0;
          pool.cells.forEach((c, i) => {
            demand[i] = byUnits ? units[c]![h]! : uncovered[c * hoursPerDay + h]!;
            total += demand[i]!;
          });
          visit(p, live, h, total);
          let left = Math.min(total, sizeOf(live));
          for (let i = 0; left > 0 && i < pool.cells.length; i++) {
            const c = pool.cells[i]!;
            const at = c * hoursPerDay + h;
            const covered = Math.min(left, demand[i]!);
            left -= covered;
            if (byUnits) {
              capacityUnits[at] = covered;
              uncovered[at]! -= covered * cells[c]!.listPrice;
            } else {
              spendList[at] = covered;
              uncovered[at]! -= covered;
            }
          }
        }
      });
    },
  };
}
