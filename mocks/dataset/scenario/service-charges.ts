import { type Day, hoursPerDay } from '../calendar.js';
import { lazily } from '../lazily.js';
import type { PricedCell, PricedUsage } from '../ledger/price-list.js';
import { afterDiscount } from '../money.js';
import type { Account, BilledService, Cell, Commitment } from '../seed-data/types.js';
import { Allocation } from './allocation.js';
import { DayReader } from './day.js';
import { type Pool, poolsOf } from './pools.js';
import { createUsage } from './usage.js';

/** The usage and commitments of one service of a scenario, independent of all others. Nothing is computed before it is read. */
export class ServiceCharges implements PricedUsage {
  private readonly own = lazily(() => this.arrange());

  constructor(
    readonly service: BilledService,
    readonly commitments: readonly Commitment[],
    private readonly usage: readonly Cell[],
    private readonly accounts: ReadonlyMap<string, Account>,
    private readonly seed: number,
    private readonly origin: Day,
  ) {}

  get cells(): readonly PricedCell[] {
    return this.own().cells;
  }

  get pools(): readonly Pool[] {
    return this.own().allocation.pools;
  }

  /** Its charges by day. */
  get reader(): DayReader {
    return this.own().reader;
  }

  unitsOn(cell: number, day: Day): number {
    const hours = new Float64Array(hoursPerDay);
    this.own().usages[cell]?.(day, hours);
    return hours.reduce((sum, units) => sum + units, 0);
  }

  lastHour(day: Day): readonly number[] {
    const { allocation } = this.own();
    allocation.run(day);
    return allocation.units.map((hours) => hours[hoursPerDay - 1]!);
  }

  onDemandHours(first: Day, last: Day): readonly Float64Array[] {
    const { allocation } = this.own();
    const hours = this.cells.map(() => new Float64Array((last - first + 1) * hoursPerDay));
    for (let day = first; day <= last; day++) {
      allocation.run(day);
      hours.forEach((of, c) => {
        const from = c * hoursPerDay;
        of.set(allocation.uncovered.subarray(from, from + hoursPerDay), (day - first) * hoursPerDay);
      });
    }
    return hours;
  }

  private arrange() {
    const { commitments, accounts } = this;
    const cells = this.usage.map((cell): PricedCell => {
      const holder = accounts.get(cell.account)!;
      return { ...cell, holder, contractedPrice: afterDiscount(cell.listPrice, holder) };
    });
    const usages = cells.map((cell) => createUsage(cell, this.seed, this.origin));
    const allocation = new Allocation(cells, poolsOf(commitments, cells, accounts), usages);
    return { cells, usages, allocation, reader: new DayReader(allocation) };
  }
}
