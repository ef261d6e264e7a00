import type { CompleteExchange } from '../../engine/http/exchange.js';
import { type Comparison, plain } from './comparison.js';
import { shownValue } from './groups.js';
import type { ExpectedRow } from './known-bill.js';

/** A list that shows the largest amounts first. */
interface Ordered {
  readonly name: string;
  /** The rows of the bill that the items are from, in the order of the list; undefined for an unknown item. */
  readonly shown: readonly (ExpectedRow | undefined)[];
  /** The figures by which the list may be in order. */
  readonly figures: readonly string[];
  readonly exchange: CompleteExchange;
}

/**
 * Reports a row after a smaller one. The order of amounts that are equal when rounded is open, and that of negative
 * amounts, which are not large.
 */
export function compareOrder(comparison: Comparison, { name, shown, figures, exchange }: Ordered): void {
  const rows = shown.filter((row) => row !== undefined);
  const rises = figures.map((figure) => firstRise(rows, figure));
  const [[before, row] = []] = rises;
  if (!before || !row || !rises.every((rise) => rise !== undefined)) return;
  const describe = ({ group, figures: values }: ExpectedRow) =>
    `${Object.values(group).map(shownValue).join(', ')} (${plain(values[figures[0] ?? ''] ?? 0)})`;
  comparison.violation(
    {
      message: `${name} is not in descending order of the bill's amounts.`,
      ...{ actual: `${describe(before)} first`, exchange, basis: 'proposed' },
    },
    row,
    `${describe(row)} before ${describe(before)}`,
  );
}

/** Returns the first row that is larger than the one before it, after that one. */
function firstRise(rows: readonly ExpectedRow[], figure: string): readonly ExpectedRow[] | undefined {
  const amountOf = (row: ExpectedRow | undefined) => row?.figures[figure] ?? 0;
  const positive = rows.filter((row) => amountOf(row) > 0);
  const at = positive.findIndex((row, i) => i > 0 && exceeds(amountOf(row), amountOf(positive[i - 1])));
  return at < 1 ? undefined : positive.slice(at - 1, at + 1);
}

/** Whether an amount is larger than another by more than the rounding of both. */
function exceeds(amount: number, other: number): boolean {
  return amount - other > 0.011 + 2e-9 * amount;
}
