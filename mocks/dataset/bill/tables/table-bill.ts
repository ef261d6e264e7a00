import { type Day, firstDayOf, lastDayOf, type Month, monthOf } from '../../calendar.js';
import type { Bill } from '../../ledger/bill.js';
import type { Charge } from '../../ledger/charges.js';
import type { BillMonth, Span } from '../../ledger/spans.js';
import { chargesOf, type TableCharges } from './table-charges.js';
import type { BillTables } from './tables.js';

/** Credits are left out on the basis `before` for this provider only; the bills of others stay as invoiced. */
const creditProvider = 'provider_b';

/** The charges of one provider in a real bill. Amounts are not rounded. */
export class TableBill implements Bill {
  readonly charges: readonly Charge[];
  readonly firstDay: Day;
  private readonly start: Day;
  private readonly lastDay: Day;
  private readonly months: ReadonlyMap<Month, BillMonth>;

  constructor(
    tables: BillTables,
    readonly provider: string,
  ) {
    this.start = tables.firstDay;
    this.lastDay = tables.lastDay;
    const charges = chargesOf(tables.lines, provider);
    this.charges = charges.charges;
    this.firstDay = firstDayWith(tables, charges);
    this.months = monthsOf(tables, charges, provider === creditProvider);
  }

  spans(first: Day, last: Day): readonly Span[] {
    const spans: Span[] = [];
    const end = Math.min(last, this.lastDay);
    let from = Math.max(first, this.start);
    while (from <= end) {
      const month = monthOf(from);
      const to = Math.min(end, lastDayOf(month));
      const start = firstDayOf(month);
      spans.push({ month: this.months.get(month) as BillMonth, from: from - start, to: to - start + 1 });
      from = to + 1;
    }
    return spans;
  }
}

function firstDayWith({ days, lastDay }: BillTables, { chargeOf }: TableCharges): Day {
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

function monthsOf(
  tables: BillTables,
  ofProvider: TableCharges,
  canLeaveOutCredits: boolean,
): ReadonlyMap<Month, BillMonth> {
  const firstMonth = monthOf(tables.firstDay);
  const open = openMonths(tables, ofProvider);
  const totals = totalsOf(tables, ofProvider, open);
  return new Map(
    open.map((month, m) => {
      const after = totals[m]!;
      for (const column of [after.billed, after.effective, after.presence]) accumulate(column, month.stride);
      const before = canLeaveOutCredits ? withoutCredits(after, month, ofProvider.charges) : after;
      return [
        firstMonth + m,
        { first: month.first, starts: month.starts, columns: columnsOf(before, after) },
      ];
    }),
  );
}

/** Returns the months of a bill, each with a row for every charge that has costs in it. */
function openMonths(tables: BillTables, { charges, chargeOf }: TableCharges): readonly OpenMonth[] {
  const { days, firstDay, lastDay } = tables;
  const firstMonth = monthOf(firstDay);
  const open = Array.from({ length: monthOf(lastDay) - firstMonth + 1 }, (_, i): OpenMonth => {
    const first = firstDayOf(firstMonth + i);
    const stride = lastDayOf(firstMonth + i) - first + 2;
    return { first, stride, starts: new Int32Array(charges.length), rows: 1 };
  });
  const monthIndex = monthIndexOf(tables);
  for (let i = 0; i < days.line.length; i++) {
    const charge = chargeOf[days.line[i]!]!;
    if (charge < 0) continue;
    const month = open[monthIndex[days.day[i]! - firstDay]!]!;
    if (month.starts[charge] === 0) month.starts[charge] = month.rows++ * month.stride;
  }
  return open;
}

/** Adds up the amounts of each day of each row. */
function totalsOf(
  tables: BillTables,
  { chargeOf }: TableCharges,
  open: readonly OpenMonth[],
): readonly Totals[] {
  const { days, firstDay } = tables;
  const totals = open.map(({ rows, stride }): Totals => {
    const column = () => new Float64Array(rows * stride);
    return { billed: column(), effective: column(), presence: column() };
  });
  const monthIndex = monthIndexOf(tables);
  for (let i = 0; i < days.line.length; i++) {
    const charge = chargeOf[days.line[i]!]!;
    if (charge < 0) continue;
    const m = monthIndex[days.day[i]! - firstDay]!;
    const { first, starts } = open[m]!;
    const { billed, effective, presence } = totals[m]!;
    const at = starts[charge]! + days.day[i]! - first + 1;
    billed[at]! += days.billed[i]!;
    effective[at]! += days.effective[i]!;
    presence[at] = 1;
  }
  return totals;
}

/** The number of months before the month of each day; a lookup is faster than a calculation for each amount. */
function monthIndexOf({ firstDay, lastDay }: BillTables): Int32Array {
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
