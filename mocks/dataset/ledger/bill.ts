import type { ChargeTable } from '../../../src/focus/tables/tables.js';
import { type Day, firstDayOf, lastDayOf, type Month, monthOf, type Range } from '../calendar.js';
import type { Charge } from './charges.js';
import type { BillMonth, Span } from './spans.js';

/** All charges of one provider. Amounts are not rounded. */
export class Bill {
  /**
   * @param firstDay with costs of the provider, which can be later than that of others
   * @param days the first and the last day with costs of any provider
   * @param monthWith returns a month with its charges of some of its days, both ends included, and perhaps others
   */
  constructor(
    readonly provider: string,
    readonly charges: readonly Charge[],
    readonly firstDay: Day,
    private readonly days: Range,
    private readonly monthWith: (first: Day, last: Day) => BillMonth,
  ) {}

  /** The days with costs from `first` to `last`, both included. */
  spans(first: Day, last: Day): readonly Span[] {
    const spans: Span[] = [];
    const end = Math.min(last, this.days.last);
    let from = Math.max(first, this.days.first);
    while (from <= end) {
      const month = monthOf(from);
      const to = Math.min(end, lastDayOf(month));
      const start = firstDayOf(month);
      spans.push({ month: this.monthWith(from, to), from: from - start, to: to - start + 1 });
      from = to + 1;
    }
    return spans;
  }
}

/** The bill of a provider without charges. */
export const noBill = new Bill('', [], Number.POSITIVE_INFINITY, { first: 0, last: -1 }, () => {
  throw new Error('A bill without days has no months.');
});

/** A table, and the charge of each of its lines; -1 for lines of other providers. */
export interface TableCharges {
  readonly table: ChargeTable;
  readonly chargeOf: Int32Array;
}

/** The first day of a table with a charge of the provider. */
export function firstDayWith({ table: { days, lastDay }, chargeOf }: TableCharges): Day {
  let first = lastDay;
  for (let i = 0; i < days.line.length; i++) {
    if (days.day[i]! < first && chargeOf[days.line[i]!]! >= 0) first = days.day[i]!;
  }
  return first;
}

/** A month while it is filled. Row 0 is empty and belongs to all charges without costs in the month. */
interface OpenMonth {
  readonly first: Day;
  readonly stride: number;
  readonly starts: Int32Array;
  rows: number;
}

/** The running totals of a month. */
interface Totals {
  readonly billed: Float64Array;
  readonly effective: Float64Array;
  readonly presence: Float64Array;
}

/** Credits are left out on the basis `before` for this provider only; the bills of others stay as invoiced. */
const creditProvider = 'provider_b';

/** The months of tables, which can be of different days. */
export function billMonths(
  tables: readonly TableCharges[],
  charges: readonly Charge[],
  provider: string,
): ReadonlyMap<Month, BillMonth> {
  const firstDay = Math.min(...tables.map(({ table }) => table.firstDay));
  const lastDay = Math.max(...tables.map(({ table }) => table.lastDay));
  const open = openMonths(firstDay, lastDay, charges.length);
  const monthIndex = monthIndexOf(firstDay, lastDay);
  const entries = (visit: EntryVisitor) => {
    for (const one of tables) visitEntries(one, firstDay, monthIndex, visit);
  };
  entries((m, charge) => {
    const month = open[m]!;
    if (month.starts[charge] === 0) month.starts[charge] = month.rows++ * month.stride;
  });
  const totals = open.map(emptyTotals);
  entries((m, charge, days, i) => {
    const { starts, first } = open[m]!;
    const { billed, effective, presence } = totals[m]!;
    const at = starts[charge]! + days.day[i]! - first + 1;
    billed[at]! += days.billed[i]!;
    effective[at]! += days.effective[i]!;
    presence[at] = 1;
  });
  return new Map(
    open.map((month, m) => {
      const after = totals[m]!;
      for (const column of [after.billed, after.effective, after.presence]) accumulate(column, month.stride);
      const before = provider === creditProvider ? withoutCredits(after, month, charges) : after;
      return [
        monthOf(month.first),
        { first: month.first, starts: month.starts, columns: columnsOf(before, after) },
      ];
    }),
  );
}

function openMonths(firstDay: Day, lastDay: Day, charges: number): readonly OpenMonth[] {
  const firstMonth = monthOf(firstDay);
  return Array.from({ length: monthOf(lastDay) - firstMonth + 1 }, (_, i): OpenMonth => {
    const first = firstDayOf(firstMonth + i);
    const stride = lastDayOf(firstMonth + i) - first + 2;
    return { first, stride, starts: new Int32Array(charges), rows: 1 };
  });
}

function emptyTotals({ rows, stride }: OpenMonth): Totals {
  const column = () => new Float64Array(rows * stride);
  return { billed: column(), effective: column(), presence: column() };
}

/** @param month its number among the months of the table */
type EntryVisitor = (month: number, charge: number, days: ChargeTable['days'], entry: number) => void;

/** Visits the sums of a table that belong to the provider. */
function visitEntries(
  { table: { days }, chargeOf }: TableCharges,
  firstDay: Day,
  monthIndex: Int32Array,
  visit: EntryVisitor,
): void {
  for (let i = 0; i < days.line.length; i++) {
    const charge = chargeOf[days.line[i]!]!;
    if (charge >= 0) visit(monthIndex[days.day[i]! - firstDay]!, charge, days, i);
  }
}

/** The number of months before the month of each day; a lookup is faster than a calculation for each amount. */
function monthIndexOf(firstDay: Day, lastDay: Day): Int32Array {
  const firstMonth = monthOf(firstDay);
  return Int32Array.from({ length: lastDay - firstDay + 1 }, (_, i) => monthOf(firstDay + i) - firstMonth);
}

/** Replaces the amount of each day of each row by the sum of the days up to it. */
function accumulate(column: Float64Array, stride: number): void {
  for (let row = 0; row < column.length; row += stride) {
    for (let at = row + 1; at < row + stride; at++) column[at]! += column[at - 1]!;
  }
}

function withoutCredits(totals: Totals, { starts, stride }: OpenMonth, charges: readonly Charge[]): Totals {
  const credits = charges.flatMap(({ chargeType }, c) =>
    chargeType === 'credit' && starts[c] !== 0 ? [starts[c]!] : [],
  );
  if (credits.length === 0) return totals;
  const copy = (column: Float64Array) => {
    const left = column.slice();
    for (const start of credits) left.fill(0, start, start + stride);
    return left;
  };
  return { billed: copy(totals.billed), effective: copy(totals.effective), presence: copy(totals.presence) };
}

/** In the order of `costViews`, before and after credits; an export has costs after negotiated discounts only. */
function columnsOf(before: Totals, after: Totals): readonly Float64Array[] {
  const views = ({ billed, effective }: Totals) => [billed, billed, effective, billed, effective];
  return [...views(before), ...views(after), before.presence, after.presence];
}
