import { missingWords } from '../../../../src/focus/columns.js';
import { quoted } from '../../../../src/focus/focus-error.js';
import { groupBy } from '../../../../src/group-by.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';

/**
 * Refuses rows whose figures would be wrong together.
 *
 * @throws {Error} with a message for the reader
 */
export function checkTogether(rows: readonly FocusRow[]): void {
  const committed = rows.filter(({ CommitmentDiscountId: id }) => id);
  for (const [id, own] of groupBy(committed, (row) => row.CommitmentDiscountId as string)) {
    checkOwner(id, own);
    checkUnit(id, own);
  }
}

/**
 * Refuses a row that repeats another one in every column, also in columns that are not read.
 *
 * @throws {Error} with a message for the reader
 */
export function checkRepeated(records: readonly (readonly string[])[]): void {
  const numbers = new Map<string, number>();
  for (const [index, values] of records.entries()) {
    const key = JSON.stringify(values.map((value) => (missingWords.includes(value) ? '' : value)));
    const first = numbers.get(key);
    if (first !== undefined) {
      throw new Error(
        `Row ${index + 2} repeats row ${first}, in every column. Remove it, or load the file in the terminal with --allow-repeated-rows if the provider charged twice.`,
      );
    }
    numbers.set(key, index + 2);
  }
}

/** Responses name a commitment by its id alone. */
function checkOwner(id: string, rows: readonly FocusRow[]): void {
  const [first = '', second] = [...new Set(rows.map(({ ProviderName = '' }) => ProviderName))];
  if (second === undefined) return;
  throw new Error(
    `Column CommitmentDiscountId: ${quoted(id)} is a commitment of ${quoted(first)} and of ${quoted(second)}. Give each commitment its own id, or use one name for the provider.`,
  );
}

function checkUnit(id: string, rows: readonly FocusRow[]): void {
  const units = rows
    .filter((row) => row.CommitmentDiscountStatus && typeof row.CommitmentDiscountQuantity === 'number')
    .flatMap(({ CommitmentDiscountUnit: unit }) => (unit === undefined ? [] : [unit]));
  const [first = ''] = units;
  const other = units.find((unit) => unit.toLowerCase() !== first.toLowerCase());
  if (other === undefined) return;
  throw new Error(
    `Column CommitmentDiscountUnit: commitment ${quoted(id)} has quantities in ${quoted(first)} and in ${quoted(other)}, which cannot be added. Convert them to one unit.`,
  );
}
