import type { Day } from '../calendar.js';
import type { Micros } from '../money.js';
import type { Account, Cell } from '../seed-data/types.js';

/** A cell with its account and the account's contracted price. */
export interface PricedCell extends Cell {
  readonly holder: Account;
  readonly contractedPrice: Micros;
}

/** Usage of a service whose units, prices and resources are known. */
export interface PricedUsage {
  readonly cells: readonly PricedCell[];
  /** The units that a cell used on a day, covered or not. */
  unitsOn(cell: number, day: Day): number;
  /** The units of each cell in the last hour of a day. */
  lastHour(day: Day): readonly number[];
  /** On-demand cost in each hour at list price: one array a cell, one entry an hour. */
  onDemandHours(first: Day, last: Day): readonly Float64Array[];
}

export const noPricedUsage: PricedUsage = {
  cells: [],
  unitsOn: () => 0,
  lastHour: () => [],
  onDemandHours: () => [],
};

/** The usage of an invented organization with its prices and resources. */
export interface PriceList {
  readonly cells: ReadonlyMap<string, Cell>;
  pricedUsage(provider: string, service: string): PricedUsage;
}
