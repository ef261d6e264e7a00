import { startOfDay } from '../../../../mocks/dataset/calendar.js';
import type { BillTables } from '../../../../src/focus/tables/tables.js';
import { tablesOf } from '../../../../tests/support/bill/tables-of.js';
import { readRows } from './read-rows.js';

/**
 * Reads the text of a small bill in CSV. A bill without usage ends with the last day on which a charge starts.
 *
 * @throws {Error} with a message for the reader
 */
export function readTables(text: string, file?: string): BillTables & { readonly notes: readonly string[] } {
  const { rows, currency, notes } = readRows(text, file);
  const tables = { ...tablesOf(rows), currency };
  const end = Number.isFinite(tables.end) ? tables.end : startOfDay(tables.lastDay + 1);
  return { ...tables, end, notes };
}
