import { type Day, hourOf, hoursPerDay, type Instant } from '../calendar.js';
import type { Account, Cell, Commitment } from '../cast/types.js';
import type { Micros } from '../money.js';
import { createStack, type Live, marginOf, type Slot, type Stack, share, sizeOf } from './stack.js';
import { createTally, type Tally } from './tally.js';
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

/** How one commitment did over a range of days. */
export interface Measure {
  readonly liveHours: number;
  /** In units, or for dollars in list price. */
  readonly purchased: number;
  readonly used: number;
  readonly fee: Micros;
  readonly net: Micros;
  readonly usedFee: Micros;
  readonly usedNet: Micros;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
  readonly consumers: readonly Consumer[];
}

/** How commitments did over a range of days; each is worked out when it is asked for. */
export type Measures<T = Measure> = Pick<ReadonlyMap<number, T>, 'get'>;

/** How one commitment did on each of a range of days. */
export interface DailyUse {
  readonly slot: Slot;
  readonly hours: Float64Array;
  readonly used: Float64Array;
  readonly usedFee: Float64Array;
  readonly usedNet: Float64Array;
  readonly coveredContracted: Float64Array;
}

export interface Consumer {
  readonly account: Account;
  /** In units, or for dollars in list price. */
  readonly used: number;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
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

  /** Lets each pool take its part of a day's usage: reserved capacity first, then dollars. */
  function allocate(day: Day, visit: (pool: number, live: Live, hour: number, total: number) => void): void {
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
  }

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

type Allocate = (day: Day, visit: (pool: number, live: Live, hour: number, total: number) => void) => void;

function measureSlots(
  pools: readonly Pool[],
  cells: readonly PricedCell[],
  first: Day,
  last: Day,
  demand: Float64Array,
  allocate: Allocate,
): Measures {
  const tallies = pools.map((pool) => createTally(pool.stack, pool.cells.length));
  for (let day = first; day <= last; day++) {
    allocate(day, (p, live, _hour, total) => tallies[p]!.add(live, demand, total));
  }
  for (const tally of tallies) tally.settle();
  const places = placesOf(pools);
  return {
    get(commitment) {
      const place = places.get(commitment);
      return place && measureSlot(pools[place[0]]!, tallies[place[0]]!, place[1], cells);
    },
  };
}

function measureSlot(pool: Pool, tally: Tally, i: number, cells: readonly PricedCell[]): Measure {
  const { size, fee, net } = pool.stack.slots[i]!;
  const width = pool.cells.length;
  const consumers = consumersOf(pool, cells, tally.used.subarray(i * width, (i + 1) * width));
  const hours = tally.hours[i]!;
  let used = 0;
  let coveredList = 0;
  let coveredContracted = 0;
  for (const consumer of consumers) {
    used += consumer.used;
    coveredList += consumer.coveredList;
    coveredContracted += consumer.coveredContracted;
  }
  return {
    liveHours: hours,
    purchased: hours * size,
    used,
    fee: hours * fee,
    net: hours * net,
    usedFee: tally.usedFee[i]!,
    usedNet: tally.usedNet[i]!,
    coveredList,
    coveredContracted,
    consumers,
  };
}

/** The same day by day, without consumers: what a trend is drawn through. */
function measureDays(
  pools: readonly Pool[],
  cells: readonly PricedCell[],
  first: Day,
  last: Day,
  demand: Float64Array,
  allocate: Allocate,
): Measures<DailyUse> {
  const days = last - first + 1;
  const tallies = pools.map((pool) => createTally(pool.stack, pool.cells.length));
  // One array a figure and pool, slot by slot: a hundred thousand small ones would take as long to make.
  const tables = pools.map((pool) => {
    const figures = () => new Float64Array(pool.stack.slots.length * days);
    return {
      hours: figures(),
      used: figures(),
      usedFee: figures(),
      usedNet: figures(),
      coveredContracted: figures(),
    };
  });
  for (let day = first; day <= last; day++) {
    allocate(day, (p, live, _hour, total) => tallies[p]!.add(live, demand, total));
    pools.forEach((pool, p) => {
      const tally = tallies[p]!;
      const { hours, used, usedFee, usedNet, coveredContracted } = tables[p]!;
      tally.settle();
      const width = pool.cells.length;
      for (let i = 0; i < pool.stack.slots.length; i++) {
        if (tally.hours[i] === 0) continue;
        const at = i * days + day - first;
        hours[at] = tally.hours[i]!;
        usedFee[at] = tally.usedFee[i]!;
        usedNet[at] = tally.usedNet[i]!;
        for (let j = 0; j < width; j++) {
          const part = tally.used[i * width + j]!;
          if (part === 0) continue;
          used[at]! += part;
          coveredContracted[at]! += contractedOf(pool, cells[pool.cells[j]!]!, part);
        }
      }
      tally.clear();
    });
  }
  const places = placesOf(pools);
  return {
    get(commitment) {
      const place = places.get(commitment);
      if (place === undefined) return undefined;
      const [p, i] = place;
      const { hours, used, usedFee, usedNet, coveredContracted } = tables[p]!;
      const own = (figures: Float64Array) => figures.subarray(i * days, (i + 1) * days);
      return {
        slot: pools[p]!.stack.slots[i]!,
        hours: own(hours),
        used: own(used),
        usedFee: own(usedFee),
        usedNet: own(usedNet),
        coveredContracted: own(coveredContracted),
      };
    },
  };
}

/** Where the slot of each commitment stands, by its position in the cast. */
function placesOf(pools: readonly Pool[]): ReadonlyMap<number, readonly [pool: number, slot: number]> {
  const places = new Map<number, readonly [pool: number, slot: number]>();
  pools.forEach((pool, p) => {
    for (const [i, slot] of pool.stack.slots.entries()) places.set(slot.commitment, [p, i]);
  });
  return places;
}

/** What a part of a pool's cover would have cost at the prices that are paid. */
function contractedOf(pool: Pool, cell: PricedCell, used: number): Micros {
  return pool.kind === 'capacity'
    ? used * cell.contractedPrice
    : Math.round((used * cell.contractedPrice) / cell.listPrice);
}

function consumersOf(pool: Pool, cells: readonly PricedCell[], row: Float64Array): Consumer[] {
  const consumers: { -readonly [key in keyof Consumer]: Consumer[key] }[] = [];
  for (let i = 0; i < row.length; i++) {
    const used = row[i]!;
    if (used === 0) continue;
    const cell = cells[pool.cells[i]!]!;
    const coveredList = pool.kind === 'capacity' ? used * cell.listPrice : used;
    const coveredContracted = contractedOf(pool, cell, used);
    // They are few, so looking through them is quicker than a map.
    const known = consumers.find(({ account }) => account === cell.holder);
    if (known === undefined) {
      consumers.push({ account: cell.holder, used, coveredList, coveredContracted });
    } else {
      known.used += used;
      known.coveredList += coveredList;
      known.coveredContracted += coveredContracted;
    }
  }
  return consumers;
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
