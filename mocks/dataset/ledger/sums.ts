import type { Micros } from '../money.js';

/** What a day, or any number of days together, came to in one cell. Money in micro-dollars. */
export interface CellSum {
  units: number;
  /** All usage at public prices, and at the prices the account has negotiated. */
  list: Micros;
  contracted: Micros;
  /** Units that reserved capacity covered, and what they would have cost. */
  capacityUnits: number;
  capacityList: Micros;
  capacityContracted: Micros;
  /** What dollar commitments covered, at those prices. */
  spendList: Micros;
  spendContracted: Micros;
  /** The cost of the commitments for what they covered here, at list and net. */
  capacityFee: Micros;
  capacityNet: Micros;
  spendFee: Micros;
  spendNet: Micros;
}

/** What the commitments of one holder, service, region and kind came to. */
export interface LineSum {
  /** Cost spread evenly over the term. */
  fee: Micros;
  net: Micros;
  /** The part of it that was used, by whichever account. */
  usedFee: Micros;
  usedNet: Micros;
  /** What was charged: recurring fees, and upfront payments on the day they fell due. */
  cash: Micros;
  cashNet: Micros;
}

/** What the commitments of one pool came to: sizes and use in units or, for dollars, in list price. */
export interface PoolSum {
  size: number;
  used: number;
  fee: Micros;
  usedFee: Micros;
  usedNet: Micros;
  net: Micros;
}

/** A day of a domain, or a sum of days; the arrays go with the domain's cells, lines and pools. */
export interface Sums {
  readonly cells: readonly CellSum[];
  readonly lines: readonly LineSum[];
  readonly pools: readonly PoolSum[];
}

/** Sums in which nothing has happened yet. */
export function emptySums(parts: { readonly [part in keyof Sums]: readonly unknown[] }): Sums {
  return {
    cells: parts.cells.map(emptyCell),
    lines: parts.lines.map(emptyLine),
    pools: parts.pools.map(emptyPool),
  };
}

/** Adds one day, or sum of days, to another of the same domain. */
export function addSums(into: Sums, from: Sums): void {
  addEach(into.cells, from.cells);
  addEach(into.lines, from.lines);
  addEach(into.pools, from.pools);
}

/** Adds each object's figures to the one at the same position. */
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
