import { getOrInsert } from '../../../../src/get-or-insert.js';
import { type Day, firstDayOf, lastDayOf, type Month, monthOf } from '../../calendar.js';
import { type Micros, toCents } from '../../money.js';
import type { Bill } from '../bill.js';
import { type Charge, creditAt, type DayReader, figures, readerOf } from '../charges.js';
import { type BillMonth, columnOf, costViews, presence, type Span } from '../spans.js';
import type { ScenarioDomain } from './domain.js';

interface OpenMonth extends BillMonth {
  /** Number of entries of each charge in each column. */
  readonly stride: number;
  /** Number of days computed so far. */
  filled: number;
  /** The running totals before rounding: `figures` numbers for each charge. */
  readonly exact: Float64Array;
}

/**
 * All charges of one provider. A bill is in cents: the running total of each charge in a month is
 * rounded to the cent on each day. So days, months, charges and groups of them add up exactly, and a
 * sum differs from the ledger by at most a cent for each charge and month. Months are computed lazily.
 */
export class ScenarioBill implements Bill {
  readonly charges: readonly Charge[];
  private readonly readers: readonly DayReader[];
  private readonly months = new Map<Month, OpenMonth>();

  /**
   * @param firstDay the first day with costs
   * @param rounded rounds a running total
   */
  constructor(
    readonly provider: string,
    domains: readonly ScenarioDomain[],
    readonly firstDay: Day,
    private readonly rounded: (total: Micros) => Micros = toCents,
  ) {
    const charges: Charge[] = [];
    this.readers = domains.map((domain) => readerOf(domain, charges));
    this.charges = charges;
  }

  /** The days with costs from `first` to `last`, both included. */
  spans(first: Day, last: Day): readonly Span[] {
    const spans: Span[] = [];
    let from = Math.max(first, this.firstDay);
    while (from <= last) {
      const month = monthOf(from);
      const end = Math.min(last, lastDayOf(month));
      const start = firstDayOf(month);
      const to = end - start + 1;
      spans.push({ month: this.monthUpTo(month, to), from: from - start, to });
      from = end + 1;
    }
    return spans;
  }

  /** The exact amount of a month less the rounded one, unblended and after credits. */
  residue(month: Month): Micros {
    const { stride, columns, exact } = this.monthUpTo(month, lastDayOf(month) - firstDayOf(month) + 1);
    const totals = columns[columnOf('unblended', 'after')]!;
    return this.charges.reduce(
      (left, _, c) =>
        left + exact[c * figures]! - exact[c * figures + creditAt]! - totals[c * stride + stride - 1]!,
      0,
    );
  }

  private monthUpTo(month: Month, days: number): OpenMonth {
    const open = getOrInsert(this.months, month, () => this.openMonth(month));
    while (open.filled < days) this.fillDay(open);
    return open;
  }

  private openMonth(month: Month): OpenMonth {
    const first = firstDayOf(month);
    const stride = lastDayOf(month) - first + 2;
    const columns = Array.from(
      { length: presence + 1 },
      () => new Float64Array(this.charges.length * stride),
    );
    // Every charge is on both bases.
    columns.push(columns[presence]!);
    // Without credits both bases are equal.
    const hasCredits = this.charges.some(({ cell }) => cell !== null && cell.creditBps > 0);
    if (!hasCredits) columns.copyWithin(costViews.length, 0, costViews.length);
    const starts = Int32Array.from(this.charges, (_, c) => c * stride);
    const exact = new Float64Array(this.charges.length * figures);
    return { first, stride, starts, columns, filled: 0, exact };
  }

  /** Computes the next day. */
  private fillDay(month: OpenMonth): void {
    const { exact, columns, stride } = month;
    const amounts = new Float64Array(this.charges.length * figures);
    for (const read of this.readers) read(month.first + month.filled, amounts);
    this.charges.forEach((_, c) => {
      const at = c * stride + month.filled;
      const base = c * figures;
      let occurs = 0;
      for (let figure = base; figure < base + figures; figure++) {
        if (amounts[figure] !== 0) occurs = 1;
        exact[figure]! += amounts[figure]!;
      }
      const credit = this.rounded(exact[base + creditAt]!);
      for (let view = 0; view < costViews.length; view++) {
        const total = this.rounded(exact[base + view]!);
        columns[view]![at + 1] = total;
        columns[view + costViews.length]![at + 1] = total - credit;
      }
      const days = columns[presence]!;
      days[at + 1] = days[at]! + occurs;
    });
    month.filled += 1;
  }
}
