import type { Micros } from '../money.js';

/** Usage and cost of one cell in one or more days. Money is in micro-dollars. */
export interface CellSum {
  units: number;
  /** Cost of all usage at list prices, and at contracted prices. */
  list: Micros;
  contracted: Micros;
  /** Units that reserved capacity covered, and their cost at list and contracted prices. */
  capacityUnits: number;
  capacityList: Micros;
  capacityContracted: Micros;
  /** Usage that spend commitments covered, at those prices. */
  spendList: Micros;
  spendContracted: Micros;
  /** Fees of the commitments for the usage they covered, at list and net. */
  capacityFee: Micros;
  capacityNet: Micros;
  spendFee: Micros;
  spendNet: Micros;
}

/** Fees of the commitments of one holder, service, region and kind. */
export interface LineSum {
  /** Amortized over the term. */
  fee: Micros;
  net: Micros;
  /** The part that any account used. */
  usedFee: Micros;
  usedNet: Micros;
  /** As charged: recurring fees, and upfront payments on the day they are due. */
  cash: Micros;
  cashNet: Micros;
}

/** Usage and fees of the commitments of one pool; size and usage in units, or in list price for spend commitments. */
export interface PoolSum {
  size: number;
  used: number;
  fee: Micros;
  usedFee: Micros;
  usedNet: Micros;
  net: Micros;
}

/** The sums of a domain in one or more days, in the order of its cells, lines and pools. */
export interface Sums {
  readonly cells: readonly CellSum[];
  readonly lines: readonly LineSum[];
  readonly pools: readonly PoolSum[];
}

/** Creates sums of 0. */
export function emptySums(parts: { readonly [part in keyof Sums]: readonly unknown[] }): Sums {
  return {
    cells: parts.cells.map(emptyCell),
    lines: parts.lines.map(emptyLine),
    pools: parts.pools.map(emptyPool),
  };
}

/** Adds sums to others of the same domain. */
export function addSums(into: Sums, from: Sums): void {
  addEach(into.cells, from.cells);
  addEach(into.lines, from.lines);
  addEach(into.pools, from.pools);
}

/** Adds each object's figures to the object at the same index. */
function addEach<T extends object>(into: readonly T[], from: readonly T[]): void {
  from.forEach((one, i) => {
    const target = into[i] as Record<string, number>;
    const source = one as Record<string, number>;
    for (const key in source) target[key] = target[key]! + source[key]!;
  });
}

function emptyCell(): CellSum {
  return {
    units: 0,
    list: 0,
    contracted: 0,
    capacityUnits: 0,
    capacityList: 0,
    capacityContracted: 0,
    spendList: 0,
    spendContracted: 0,
    capacityFee: 0,
    capacityNet: 0,
    spendFee: 0,
    spendNet: 0,
  };
}

function emptyLine(): LineSum {
  return { fee: 0, net: 0, usedFee: 0, usedNet: 0, cash: 0, cashNet: 0 };
}

function emptyPool(): PoolSum {
  return { size: 0, used: 0, fee: 0, net: 0, usedFee: 0, usedNet: 0 };
}
