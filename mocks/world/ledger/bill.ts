import { type Day, firstDayOf, lastDayOf, type Month, monthOf } from '../calendar.js';
import type { Cell } from '../cast/types.js';
import type { Micros } from '../money.js';
import type { Domain } from './domain.js';
import type { FeeLine } from './pools.js';
import type { Sums } from './sums.js';

/** What is charged: usage on demand, usage that a commitment covered, or the commitment itself. */
export type ChargeType = 'usage' | 'covered_usage' | 'commitment_fee';

/** The source of a cost, with all that its days have in common: what costs are filtered and grouped by. */
export interface Charge {
  readonly provider: string;
  readonly service: string;
  readonly account: string;
  readonly region: string;
  readonly chargeType: ChargeType;
  readonly usageType: string;
  readonly platform: string | null;
  readonly environment: string | null;
  readonly tags: Readonly<Record<string, string>>;
  /** What was used; null for a fee. */
  readonly cell: Cell | null;
}

/**
 * The ways to price one use: as charged on the day or with the fees of commitments spread over the days
 * they cover, at public or at negotiated prices, or at the organization's average.
 */
export const costViews = ['unblended', 'blended', 'amortized', 'net_unblended', 'net_amortized'] as const;
export type CostView = (typeof costViews)[number];

export type CreditBasis = 'before' | 'after';

/** Points at the amounts of one view on one basis. */
export type Column = number;

export function columnOf(view: CostView, credits: CreditBasis): Column {
  return costViews.indexOf(view) + (credits === 'before' ? 0 : costViews.length);
}

/** Some days of one month: those at `from` up to but not including `to`, counted from its first. */
export interface Span {
  readonly month: BillMonth;
  readonly from: number;
  readonly to: number;
}

interface BillMonth {
  readonly first: Day;
  /** Entries of one charge in each column: its running total before each day, and after the last. */
  readonly stride: number;
  readonly columns: readonly Float64Array[];
  /** How many days are filled in. */
  filled: number;
}

/**
 * All that one provider charges. A bill is in cents: the running total of each charge in a month is
 * rounded to the cent on each day. So days, months, charges and groups of them add up exactly, and no
 * sum is further than a cent for each charge and month from the ledger.
 */
export interface Bill {
  readonly provider: string;
  readonly charges: readonly Charge[];
  /** The first day with costs. */
  readonly firstDay: Day;
  /** The days from `first` to `last`, both included, as far as there are costs. */
  spans(first: Day, last: Day): readonly Span[];
  /** What the rounded amounts of a month leave over of the ledger's, unblended and after credits. */
  residue(month: Month): Micros;
}

const presence = 2 * costViews.length;
const microsPerCent = 10_000;

/** Rounds to whole cents. */
export function toCents(micros: number): Micros {
  return Math.round(micros / microsPerCent) * microsPerCent;
}

/** What a charge came to in some days, in whole cents. */
export function amountOf(spans: readonly Span[], column: Column, charge: number): Micros {
  let sum = 0;
  for (const { month, from, to } of spans) {
    const totals = month.columns[column]!;
    const at = charge * month.stride;
    sum += totals[at + to]! - totals[at + from]!;
  }
  return sum;
}

/** What a part of a charge came to: of each running total the piece between two shares of it. */
export function partOf(
  spans: readonly Span[],
  column: Column,
  charge: number,
  low: number,
  high: number,
): Micros {
  let sum = 0;
  for (const { month, from, to } of spans) {
    const totals = month.columns[column]!;
    const at = charge * month.stride;
    // Pieces that lie side by side share their rounded edge, so together they are the whole.
    sum += pieceOf(totals[at + to]!, low, high) - pieceOf(totals[at + from]!, low, high);
  }
  return sum;
}

function pieceOf(total: Micros, low: number, high: number): Micros {
  return toCents(total * high) - toCents(total * low);
}

/** Whether anything was charged in some days, in any view. */
export function occursIn(spans: readonly Span[], charge: number): boolean {
  return amountOf(spans, presence, charge) > 0;
}

/** The part of some spans that lies between two days, both included. */
export function clip(spans: readonly Span[], first: Day, last: Day): readonly Span[] {
  return spans.flatMap((span) => {
    const from = Math.max(span.from, first - span.month.first);
    const to = Math.min(span.to, last + 1 - span.month.first);
    if (from === span.from && to === span.to) return [span];
    return from < to ? [{ month: span.month, from, to }] : [];
  });
}

/** Adds up what the domains of one provider cost; a month is only looked at when it is asked for. */
export function createBill(provider: string, domains: readonly Domain[], firstDay: Day): Bill {
  const charges: Charge[] = [];
  const readers = domains.map((domain) => readerOf(domain, charges));
  const hasCredits = charges.some(({ cell }) => cell !== null && cell.creditBps > 0);
  const months = new Map<Month, BillMonth>();
  const residues = new Map<Month, Float64Array>();

  function monthUpTo(month: Month, days: number): BillMonth {
    const first = firstDayOf(month);
    let known = months.get(month);
    if (known === undefined) {
      const stride = lastDayOf(month) - first + 2;
      const columns = Array.from({ length: presence + 1 }, () => new Float64Array(charges.length * stride));
      // Without credits the two bases are one.
      if (!hasCredits) columns.copyWithin(costViews.length, 0, costViews.length);
      known = { first, stride, columns, filled: 0 };
      months.set(month, known);
      residues.set(month, new Float64Array(charges.length * running));
    }
    while (known.filled < days) fill(known, residues.get(month) as Float64Array);
    return known;
  }

  /** Fills in one more day. */
  function fill(month: BillMonth, exact: Float64Array): void {
    const day = month.first + month.filled;
    const amounts = new Float64Array(charges.length * running);
    for (const read of readers) read(day, amounts);
    charges.forEach((_, c) => {
      const at = c * month.stride + month.filled;
      const base = c * running;
      let occurs = 0;
      for (let view = 0; view < running; view++) {
        if (amounts[base + view] !== 0) occurs = 1;
        exact[base + view]! += amounts[base + view]!;
      }
      const credit = toCents(exact[base + creditAt]!);
      for (let view = 0; view < costViews.length; view++) {
        const total = toCents(exact[base + view]!);
        month.columns[view]![at + 1] = total;
        month.columns[view + costViews.length]![at + 1] = total - credit;
      }
      const days = month.columns[presence]!;
      days[at + 1] = days[at]! + occurs;
    });
    month.filled += 1;
  }

  return {
    provider,
    charges,
    firstDay,
    spans(first, last) {
      const spans: Span[] = [];
      let from = Math.max(first, firstDay);
      while (from <= last) {
        const month = monthOf(from);
        const to = Math.min(last, lastDayOf(month));
        const start = firstDayOf(month);
        spans.push({ month: monthUpTo(month, to - start + 1), from: from - start, to: to - start + 1 });
        from = to + 1;
      }
      return spans;
    },
    residue(month) {
      const { stride, columns } = monthUpTo(month, lastDayOf(month) - firstDayOf(month) + 1);
      const exact = residues.get(month) as Float64Array;
      const totals = columns[columnOf('unblended', 'after')]!;
      return charges.reduce(
        (left, _, c) =>
          left + exact[c * running]! - exact[c * running + creditAt]! - totals[c * stride + stride - 1]!,
        0,
      );
    },
  };
}

/** Running sums kept of each charge: one for each view, and its credits. */
const running = costViews.length + 1;
const creditAt = costViews.length;
const [unblended, blended, amortized, netUnblended, netAmortized] = costViews.map((_, view) => view) as [
  number,
  number,
  number,
  number,
  number,
];

/** Adds a day's amounts to an array that holds `running` figures for each charge. */
type DayReader = (day: Day, amounts: Float64Array) => void;

/** Appends a domain's charges to `charges`. @returns how to read their days */
function readerOf(domain: Domain, charges: Charge[]): DayReader {
  const usageAt = charges.length;
  for (const cell of domain.cells) charges.push(chargeOfCell(cell, 'usage'));
  // Only what stands in a pool can be covered.
  const coverable = [...new Set(domain.pools.flatMap((pool) => pool.cells))];
  const coveredAt = charges.length;
  for (const c of coverable) charges.push(chargeOfCell(domain.cells[c]!, 'covered_usage'));
  const feesAt = charges.length;
  for (const line of domain.lines) charges.push(chargeOfLine(line, domain.provider));
  const alike = sharedPrices(domain);

  return (day, amounts) => {
    const sums = domain.day(day);
    sums.cells.forEach((sum, c) => {
      const usage = (usageAt + c) * running;
      const list = sum.list - sum.capacityList - sum.spendList;
      const net = sum.contracted - sum.capacityContracted - sum.spendContracted;
      amounts[usage + unblended] = list;
      amounts[usage + amortized] = list;
      amounts[usage + netUnblended] = net;
      amounts[usage + netAmortized] = net;
      amounts[usage + creditAt] = Math.round((net * domain.cells[c]!.creditBps) / 10_000);
    });
    coverable.forEach((c, i) => {
      const sum = sums.cells[c]!;
      const covered = (coveredAt + i) * running;
      amounts[covered + amortized] = sum.capacityFee + sum.spendFee;
      amounts[covered + netAmortized] = sum.capacityNet + sum.spendNet;
    });
    for (const cells of alike)
      blend(sums, cells, (c, cost) => {
        amounts[(usageAt + c) * running + blended] = cost;
      });
    sums.lines.forEach((sum, l) => {
      const fee = (feesAt + l) * running;
      amounts[fee + unblended] = sum.cash;
      amounts[fee + blended] = sum.cash;
      amounts[fee + netUnblended] = sum.cashNet;
      amounts[fee + amortized] = sum.fee - sum.usedFee;
      amounts[fee + netAmortized] = sum.net - sum.usedNet;
    });
  };
}

/** Shares out what a kind of usage cost on demand by all usage of it, covered or not. */
function blend(sums: Sums, cells: readonly number[], give: (cell: number, cost: Micros) => void): void {
  let units = 0;
  let list = 0;
  for (const c of cells) {
    const sum = sums.cells[c]!;
    units += sum.units;
    list += sum.list - sum.capacityList - sum.spendList;
  }
  let before = 0;
  let given = 0;
  for (const c of cells) {
    before += sums.cells[c]!.units;
    // Rounding the running total, not each part, keeps the sum of the parts exact.
    const upTo = units === 0 ? 0 : Math.round(list * (before / units));
    give(c, upTo - given);
    given = upTo;
  }
}

/** Positions of cells that are the same thing at the same price, whoever uses it. */
function sharedPrices(domain: Domain): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  domain.cells.forEach(({ usageType, region, platform }, c) => {
    const key = [usageType, region, platform].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [c]);
    else group.push(c);
  });
  return [...groups.values()];
}

function chargeOfCell(cell: Cell, chargeType: ChargeType): Charge {
  const { provider, service, account, region, usageType, platform, environment, tags } = cell;
  return { provider, service, account, region, chargeType, usageType, platform, environment, tags, cell };
}

function chargeOfLine({ account, service, region, kind }: FeeLine, provider: string): Charge {
  return {
    provider,
    service,
    account: account.id,
    region,
    chargeType: 'commitment_fee',
    usageType: `commitment:${kind}`,
    platform: null,
    environment: null,
    tags: {},
    cell: null,
  };
}
