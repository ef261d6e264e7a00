import type { Charge } from '../ledger/charges.js';
import { amountOf, type Column, occursIn, type Span } from '../ledger/spans.js';
import { compareAmounts, type Micros } from '../money.js';

/** The total cost of some charges. */
export function totalOf(spans: readonly Span[], column: Column, charges: readonly unknown[]): Micros {
  let total = 0;
  for (let c = 0; c < charges.length; c++) total += amountOf(spans, column, c);
  return total;
}

/** The total cost of the charges that match a predicate. */
export function totalIf(
  spans: readonly Span[],
  column: Column,
  charges: readonly Charge[],
  passes: (charge: Charge) => boolean,
): Micros {
  return charges.reduce(
    (total, charge, c) => (passes(charge) ? total + amountOf(spans, column, c) : total),
    0,
  );
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
