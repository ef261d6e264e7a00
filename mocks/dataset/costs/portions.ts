import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Bill } from '../ledger/bill.js';
import type { Charge } from '../ledger/charges.js';
import { amountOf, type Column, clip, occursIn, partOf, type Span } from '../ledger/spans.js';
import { compareAmounts, type Micros } from '../money.js';
import type { Portion } from '../tags/shares.js';

const cached = new WeakMap<Bill, readonly Portion[]>();

/** Every charge of a bill as one whole portion without a tag value; the same list for all datasets with the bill. */
export function wholeCharges(bill: Bill): readonly Portion[] {
  return getOrInsert(cached, bill, portionsOf);
}

function portionsOf({ charges }: Bill): readonly Portion[] {
  return charges.map((_, charge) => ({
    charge,
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    low: 0,
    high: 1,
    value: '',
  }));
}

/** The cost of a portion in some spans. */
export function costOf(spans: readonly Span[], column: Column, portion: Portion): Micros {
  const { charge, low, high } = portion;
  const within = daysOf(spans, portion);
  return low === 0 && high === 1
    ? amountOf(within, column, charge)
    : partOf(within, column, charge, low, high);
}

/** Returns a function that reads the cost of one portion; fast for whole charges. */
export function costReader(column: Column, portion: Portion): (spans: readonly Span[]) => Micros {
  const { charge, low, high, from, to } = portion;
  const isWhole =
    low === 0 && high === 1 && from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY;
  return isWhole ? (spans) => amountOf(spans, column, charge) : (spans) => costOf(spans, column, portion);
}

/** Whether anything was charged for a portion in some spans. */
export function occurs(spans: readonly Span[], column: Column, portion: Portion): boolean {
  return occursIn(daysOf(spans, portion), column, portion.charge);
}

function daysOf(spans: readonly Span[], { from, to }: Portion): readonly Span[] {
  return from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY ? spans : clip(spans, from, to);
}

/** The total cost of the charges that match a predicate, or of all. */
export function totalOf(
  spans: readonly Span[],
  column: Column,
  charges: readonly Charge[],
  passes?: (charge: Charge) => boolean,
): Micros {
  let total = 0;
  for (let c = 0; c < charges.length; c++) {
    if (!passes || passes(charges[c] as Charge)) total += amountOf(spans, column, c);
  }
  return total;
}

/** The total cost by name, for names with charges in these spans. */
export function totalsBy<Name extends string | null>(
  spans: readonly Span[],
  column: Column,
  charges: readonly Charge[],
  nameOf: (charge: Charge) => Name,
): Map<Name, Micros> {
  const totals = new Map<Name, Micros>();
  charges.forEach((charge, c) => {
    if (!occursIn(spans, column, c)) return;
    const name = nameOf(charge);
    totals.set(name, (totals.get(name) ?? 0) + amountOf(spans, column, c));
  });
  return totals;
}

/** Sorts by amount, largest first, then by name, null last. */
export function largestFirst<Name extends string | null>(
  totals: ReadonlyMap<Name, Micros>,
): [Name, Micros][] {
  return [...totals].sort(
    ([a, x], [b, y]) => compareAmounts(y, x) || (b === null || (a !== null && a < b) ? -1 : 1),
  );
}
