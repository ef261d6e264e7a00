import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { plain } from '../../../figures/comparison.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { BillCase } from '../bill-check.js';

/** A list that shows the largest amounts first. */
interface Ordered {
  readonly name: string;
  /** The rows of the bill that the items are from, in the order of the list; undefined for an unknown item. */
  readonly shown: readonly (ExpectedRow | undefined)[];
  /** What is listed, which is a group of the rows. */
  readonly group: string;
  /** The figures by which the list may be in order. */
  readonly figures: readonly string[];
  readonly exchange: CompleteExchange;
}

/** A row and the one before it, which should not be smaller. */
type Step = readonly [before: ExpectedRow, row: ExpectedRow];

/**
 * Reports a row after a smaller one. The order of amounts that are equal when rounded is open, and that of negative
 * amounts, which are not large.
 */
export function compareOrder(
  comparison: BillCase['comparison'],
  { name, shown, group, figures, exchange }: Ordered,
): void {
  const rows = shown.filter((row) => row !== undefined);
  const wrong = figures.map((figure) => ({ figure, step: firstRise(rows, figure) }));
  const [{ figure, step } = { figure: '', step: undefined }] = wrong;
  if (step === undefined || wrong.some((other) => other.step === undefined)) return;
  const [before, row] = step;
  const describe = (one: ExpectedRow) =>
    `${shownValue(one.group[group])} (${plain(one.figures[figure] ?? 0)})`;
  comparison.violation(
    {
      message: `${name} is not in descending order of the bill's amounts.`,
      actual: `${describe(before)} first`,
      exchange,
      basis: 'proposed',
    },
    row,
    `${describe(row)} before ${describe(before)}`,
  );
}

function firstRise(rows: readonly ExpectedRow[], figure: string): Step | undefined {
  const amountOf = (row: ExpectedRow | undefined) => row?.figures[figure] ?? 0;
  const positive = rows.filter((row) => amountOf(row) > 0);
  const at = positive.findIndex((row, i) => i > 0 && exceeds(amountOf(row), amountOf(positive[i - 1])));
  return at < 1 ? undefined : [positive[at - 1] as ExpectedRow, positive[at] as ExpectedRow];
}

/** Whether an amount is larger than another by more than the rounding of both. */
function exceeds(amount: number, other: number): boolean {
  return amount - other > 0.011 + 2e-9 * amount;
}
