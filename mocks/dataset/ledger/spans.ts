import type { Day } from '../calendar.js';
import { type Micros, toCents } from '../money.js';

/**
 * Cost metrics: as charged on the day or with amortized commitment fees, at list or contracted (`net`)
 * prices, or at the organization's average price.
 */
export const costViews = ['unblended', 'blended', 'amortized', 'net_unblended', 'net_amortized'] as const;
export type CostView = (typeof costViews)[number];

export type CreditBasis = 'before' | 'after';

/** Selects the amounts of one view on one basis. */
export type Column = number;

export function columnOf(view: CostView, credits: CreditBasis): Column {
  return costViews.indexOf(view) + (credits === 'before' ? 0 : costViews.length);
}

/** The first of the two columns that count the days with charges instead of amounts, one for each basis. */
const presence: Column = 2 * costViews.length;

/** The column that counts the days with charges on the basis of another column. */
function presenceFor(column: Column): Column {
  return column < costViews.length ? presence : presence + 1;
}

/** Days of one month, from `from` up to but not including `to`, counted from its first day. */
export interface Span {
  readonly month: BillMonth;
  readonly from: number;
  readonly to: number;
}

export interface BillMonth {
  readonly first: Day;
  /** Where the entries of each charge start in each column: its running total before each day, and after the last. */
  readonly starts: Int32Array;
  readonly columns: readonly Float64Array[];
}

/** The amount of a charge in some spans. */
export function amountOf(spans: readonly Span[], column: Column, charge: number): Micros {
  let sum = 0;
  for (const { month, from, to } of spans) {
    const totals = month.columns[column]!;
    const at = month.starts[charge]!;
    sum += totals[at + to]! - totals[at + from]!;
  }
  return sum;
}

/** The amount of a part of a charge, between two shares of its running total. */
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
    const at = month.starts[charge]!;
    // Adjacent parts share a rounded boundary, so all parts add up to the whole.
    sum += pieceOf(totals[at + to]!, low, high) - pieceOf(totals[at + from]!, low, high);
  }
  return sum;
}

function pieceOf(total: Micros, low: number, high: number): Micros {
  return toCents(total * high) - toCents(total * low);
}

/** Whether anything was charged in some spans, in any view on the basis of a column. */
export function occursIn(spans: readonly Span[], column: Column, charge: number): boolean {
  return amountOf(spans, presenceFor(column), charge) > 0;
}

/** Clips spans to a range of days, both ends included. */
export function clip(spans: readonly Span[], first: Day, last: Day): readonly Span[] {
  return spans.flatMap((span) => {
    const from = Math.max(span.from, first - span.month.first);
    const to = Math.min(span.to, last + 1 - span.month.first);
    if (from === span.from && to === span.to) return [span];
    return from < to ? [{ month: span.month, from, to }] : [];
  });
}
