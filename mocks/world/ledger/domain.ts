import { type Day, hourOf, hoursPerDay, type Instant } from '../calendar.js';
import type { Account, Cell, Commitment } from '../cast/types.js';
import type { Micros } from '../money.js';
import { type Allocate, type DailyUse, type Measures, measureDays, measureSlots } from './measure.js';
import { createStack, marginOf, type Slot, type Stack, share, sizeOf } from './stack.js';
import { createUsage } from './usage.js';

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

/** Who a commitment's cost is charged to. */
export interface FeeLine {
  readonly account: Account;
  readonly service: string;
  readonly region: string;
  readonly kind: Commitment['kind'];
}

/** A cell with what follows from its account. */
export interface PricedCell extends Cell {
  readonly holder: Account;
  readonly contractedPrice: Micros;
}

/** Commitments that share one stack, and the cells that they can cover, in the order they do. */
export interface Pool {
  readonly kind: 'capacity' | 'spend';
  readonly stack: Stack;
  readonly cells: readonly number[];
}

/** One service of one provider: its usage and commitments touch no others. */
export interface Domain {
  readonly provider: string;
  readonly service: string;
  readonly cells: readonly PricedCell[];
  readonly lines: readonly FeeLine[];
  readonly pools: readonly Pool[];
  /** One day; kept once computed. */
  day(day: Day): Sums;
  /** The days from `first` to `last`, both included. */
  sum(first: Day, last: Day): Sums;
  /** What all usage would cost at the prices paid if nothing covered it; next to no work. */
  contracted(first: Day, last: Day): Micros;
  /** Every commitment of the domain that could run, by its position in the cast. */
  measure(first: Day, last: Day): Measures;
  /** The same day by day. */
  measureDaily(first: Day, last: Day): Measures<DailyUse>;
  /** Units of each cell in the last hour of a day. */
  lastHour(day: Day): readonly number[];
  /** What stayed on demand in each hour, at list: one array a cell, one entry an hour. */
  uncoveredHours(first: Day, last: Day): readonly Float64Array[];
}

export interface DomainParts {
  readonly provider: string;
  readonly cells: readonly Cell[];
  readonly commitments: readonly { readonly position: number; readonly commitment: Commitment }[];
  readonly accounts: ReadonlyMap<string, Account>;
  readonly service: string;
}

/** What an account pays of a list price. */
export function afterDiscount(list: Micros, account: Account): Micros {
  return Math.round((list * (10_000 - account.discountBps)) / 10_000);
}

/** The instant at which a commitment stops to run, whatever its term says. */
export function lastInstantOf(commitment: Commitment): Instant {
  return Math.min(commitment.end, commitment.retiredAt ?? commitment.end);
}

export function createDomain(parts: DomainParts, seed: number, origin: Day): Domain {
  const { provider, accounts } = parts;
  const cells: PricedCell[] = parts.cells.map((cell) => {
    const holder = accounts.get(cell.account) as Account;
    return { ...cell, holder, contractedPrice: afterDiscount(cell.listPrice, holder) };
  });
  const usages = cells.map((cell) => createUsage(cell, seed, origin));
  const { lines, slotsOf, upfronts } = slotsByPool(parts);
  const pools = poolsOf(parts, cells, slotsOf);

  // Scratch space of one day: an hour of a cell stands at `cell * 24 + hour`.
  const units = cells.map(() => new Float64Array(hoursPerDay));
  const capacityUnits = new Float64Array(cells.length * hoursPerDay);
  const spendList = new Float64Array(cells.length * hoursPerDay);
  const uncovered = new Float64Array(cells.length * hoursPerDay);
  const demand = new Float64Array(cells.length);

  // Reserved capacity takes its part first, then dollars.
  const allocate: Allocate = (day, visit) => {
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
  };

  function fold(day: Day): Sums {
    const lineSums = lines.map(() => emptyLine());
    const poolSums = pools.map(() => emptyPool());
    let full = new Int32Array(0);
    allocate(day, (p, live, hour, total) => {
      const sum = poolSums[p]!;
      const margin = marginOf(live, total);
      const slot = live.slots[margin];
      sum.size += sizeOf(live);
      sum.used += Math.min(total, sizeOf(live));
      sum.fee += live.feesBelow[live.slots.length]!;
      sum.net += live.netsBelow[live.slots.length]!;
      sum.usedFee += live.feesBelow[margin]!;
      sum.usedNet += live.netsBelow[margin]!;
      if (slot !== undefined) {
        const used = total - live.bottoms[margin]!;
        const line = lineSums[slot.line]!;
        const fee = share(slot.fee, used, slot.size);
        const net = share(slot.net, used, slot.size);
        sum.usedFee += fee;
        sum.usedNet += net;
        line.usedFee += fee;
        line.usedNet += net;
      }
      // Slots below the margin were used whole: count those hours at their margin, settle them together.
      if (full.length <= live.slots.length) full = new Int32Array(live.slots.length + 1);
      full[margin]! += 1;
      const at = day * hoursPerDay + hour + 1;
      if (hour === hoursPerDay - 1 || at >= live.to) {
        const hours = Math.min(hour + 1, at - live.from);
        let used = 0;
        for (let i = live.slots.length; i > 0; i--) {
          used += full[i]!;
          const { line, fee, net, cash, cashNet } = live.slots[i - 1]!;
          const sums = lineSums[line]!;
          sums.fee += fee * hours;
          sums.net += net * hours;
          sums.cash += cash * hours;
          sums.cashNet += cashNet * hours;
          sums.usedFee += fee * used;
          sums.usedNet += net * used;
        }
        full.fill(0);
      }
    });
    const cellSums = cells.map((cell, c) => cellSum(cell, units[c]!, capacityUnits, spendList, c));
    pools.forEach((pool, p) => {
      spreadFees(pool, poolSums[p]!, cellSums);
    });
    for (const { line, amount, net } of upfronts.get(day) ?? []) {
      lineSums[line]!.cash += amount;
      lineSums[line]!.cashNet += net;
    }
    return { cells: cellSums, lines: lineSums, pools: poolSums };
  }

  const days = new Map<Day, Sums>();
  const sums = new Map<string, Sums>();
  const contracted = new Map<string, Micros>();
  const measures = new Map<string, Measures>();

  function dayOnce(day: Day): Sums {
    const known = days.get(day);
    if (known !== undefined) return known;
    const sums = fold(day);
    days.set(day, sums);
    return sums;
  }

  function addDays(first: Day, last: Day): Sums {
    const whole: Sums = {
      cells: cells.map(() => emptyCell()),
      lines: lines.map(() => emptyLine()),
      pools: pools.map(() => emptyPool()),
    };
    for (let day = first; day <= last; day++) {
      const one = dayOnce(day);
      addEach(whole.cells, one.cells);
      addEach(whole.lines, one.lines);
      addEach(whole.pools, one.pools);
    }
    return whole;
  }

  return {
    provider,
    service: parts.service,
    cells,
    lines,
    pools,
    day: dayOnce,
    sum: (first, last) => once(sums, `${first}:${last}`, () => addDays(first, last)),
    contracted: (first, last) =>
      once(contracted, `${first}:${last}`, () => {
        let sum = 0;
        for (let day = first; day <= last; day++) {
          cells.forEach((cell, c) => {
            const hours = units[c]!;
            usages[c]!(day, hours);
            sum += hours.reduce((total, used) => total + used, 0) * cell.contractedPrice;
          });
        }
        return sum;
      }),
    measure: (first, last) =>
      once(measures, `${first}:${last}`, () => measureSlots(pools, cells, first, last, demand, allocate)),
    measureDaily: (first, last) => measureDays(pools, cells, first, last, demand, allocate),
    lastHour(day) {
      allocate(day, () => {});
      return units.map((hours) => hours[hoursPerDay - 1]!);
    },
    uncoveredHours(first, last) {
      const hours = cells.map(() => new Float64Array((last - first + 1) * hoursPerDay));
      for (let day = first; day <= last; day++) {
        allocate(day, () => {});
        hours.forEach((of, c) => {
          of.set(uncovered.subarray(c * hoursPerDay, (c + 1) * hoursPerDay), (day - first) * hoursPerDay);
        });
      }
      return hours;
    },
  };
}

/** Ranges that are kept; the clock makes old ones useless. */
const keptRanges = 40;

function once<T>(kept: Map<string, T>, key: string, compute: () => T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = compute();
  if (kept.size >= keptRanges) kept.clear();
  kept.set(key, value);
  return value;
}

/** A payment that falls due at the start of a term. */
interface Upfront {
  readonly line: number;
  readonly amount: Micros;
  readonly net: Micros;
}

function slotsByPool(parts: DomainParts) {
  const lines: FeeLine[] = [];
  const lineOf = new Map<string, number>();
  const byPool = new Map<string, Slot[]>();
  const upfronts = new Map<Day, Upfront[]>();
  for (const { position, commitment } of parts.commitments) {
    if (commitment.sticky !== null) continue;
    const holder = parts.accounts.get(commitment.holder) as Account;
    const lineKey = [commitment.holder, commitment.service, commitment.region, commitment.kind].join('|');
    let line = lineOf.get(lineKey);
    if (line === undefined) {
      line = lines.length;
      lineOf.set(lineKey, line);
      const { service, region, kind } = commitment;
      lines.push({ account: holder, service, region, kind });
    }
    const from = hourOf(commitment.start);
    const fee = commitment.feePerHour;
    const net = afterDiscount(fee, holder);
    const upfrontNet = afterDiscount(commitment.upfrontPerHour, holder);
    const slot: Slot = {
      commitment: position,
      size:
        commitment.capacity === null
          ? commitment.coversListPerHour
          : commitment.capacity.quantity * commitment.capacity.unitsPerOne,
      fee,
      net,
      cash: fee - commitment.upfrontPerHour,
      cashNet: net - upfrontNet,
      line,
      from,
      to: hourOf(lastInstantOf(commitment)),
    };
    if (commitment.upfrontPerHour > 0) {
      const term = hourOf(commitment.end) - from;
      const payment = { line, amount: term * commitment.upfrontPerHour, net: term * upfrontNet };
      const day = Math.floor(from / hoursPerDay);
      const due = upfronts.get(day);
      if (due === undefined) upfronts.set(day, [payment]);
      else due.push(payment);
    }
    const key = poolKey(commitment.capacity === null ? null : commitment);
    const slots = byPool.get(key);
    if (slots === undefined) byPool.set(key, [slot]);
    else slots.push(slot);
  }
  // The oldest commitment is used first, so that a new one cannot leave an old one idle.
  const slotsOf = [...byPool].map(([key, slots]) => ({
    key,
    slots: slots.sort((a, b) => a.from - b.from || a.commitment - b.commitment),
  }));
  return { lines, slotsOf, upfronts };
}

/** Capacity is bound to region and platform, dollars to nothing but the service. */
function poolKey(at: { region: string; capacity: Commitment['capacity'] } | null): string {
  return at === null ? 'spend' : ['capacity', at.region, at.capacity?.platform ?? ''].join('|');
}

function poolsOf(
  parts: DomainParts,
  cells: readonly PricedCell[],
  slotsOf: readonly { key: string; slots: readonly Slot[] }[],
): Pool[] {
  const holders = new Set(parts.commitments.map(({ commitment }) => commitment.holder));
  // Holders are served before the accounts that only share.
  const order = cells
    .map((cell, c) => ({ cell, c }))
    .filter(({ cell }) => cell.holder.shares)
    .sort((a, b) => Number(holders.has(b.cell.account)) - Number(holders.has(a.cell.account)) || a.c - b.c);
  const pools = slotsOf.map(({ key, slots }): Pool => {
    const [kind, region, platform] = key.split('|');
    if (kind === 'spend') {
      const all = order.map(({ c }) => c);
      return { kind, stack: createStack(slots), cells: all };
    }
    const fitting = order
      .filter(({ cell }) => cell.region === region)
      .filter(({ cell }) => platform === '' || cell.platform === platform)
      .map(({ c }) => c);
    return {
      kind: 'capacity',
      stack: createStack(slots),
      cells: fitting,
    };
  });
  return pools.sort((a, b) => Number(a.kind === 'spend') - Number(b.kind === 'spend'));
}

function cellSum(
  cell: PricedCell,
  units: Float64Array,
  capacityUnits: Float64Array,
  spendList: Float64Array,
  c: number,
): CellSum {
  const sum = emptyCell();
  for (let h = 0; h < hoursPerDay; h++) {
    sum.units += units[h]!;
    sum.capacityUnits += capacityUnits[c * hoursPerDay + h]!;
    sum.spendList += spendList[c * hoursPerDay + h]!;
  }
  sum.list = sum.units * cell.listPrice;
  sum.contracted = sum.units * cell.contractedPrice;
  sum.capacityList = sum.capacityUnits * cell.listPrice;
  sum.capacityContracted = sum.capacityUnits * cell.contractedPrice;
  sum.spendContracted = Math.round((sum.spendList * cell.contractedPrice) / cell.listPrice);
  return sum;
}

/** Charges what a pool's commitments cost for the part that was used to the cells that used it. */
function spreadFees(pool: Pool, sum: PoolSum, cells: readonly CellSum[]): void {
  const byUnits = pool.kind === 'capacity';
  const coveredOf = (c: number) => (byUnits ? cells[c]!.capacityUnits : cells[c]!.spendList);
  const whole = pool.cells.reduce((total, c) => total + coveredOf(c), 0);
  if (whole === 0) return;
  let covered = 0;
  let fee = 0;
  let net = 0;
  for (const c of pool.cells) {
    covered += coveredOf(c);
    // Rounding the running total, not each part, keeps the sum of the parts exact.
    const nextFee = Math.round(sum.usedFee * (covered / whole));
    const nextNet = Math.round(sum.usedNet * (covered / whole));
    const cell = cells[c]!;
    if (byUnits) {
      cell.capacityFee += nextFee - fee;
      cell.capacityNet += nextNet - net;
    } else {
      cell.spendFee += nextFee - fee;
      cell.spendNet += nextNet - net;
    }
    fee = nextFee;
    net = nextNet;
  }
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

/** Adds each object's figures to the one at the same position. */
function addEach<T extends object>(into: readonly T[], from: readonly T[]): void {
  from.forEach((one, i) => {
    const target = into[i] as Record<string, number>;
    const source = one as Record<string, number>;
    for (const key in source) target[key] = target[key]! + source[key]!;
  });
}
