import type { BillTables } from '../../../src/focus/tables/tables.js';
import { dayOf, isoDate, isoInstant, startOfDay } from '../calendar.js';
import type { Ledger } from '../ledger/index.js';
import { lastUsageDays } from './held-commitments.js';

/** Notes on what a ledger serves of a bill, in the terminal and in a page. */
export function notesOfLedger(tables: BillTables, ledger: Ledger): readonly string[] {
  return [noteOfEnd(tables), noteOfTerms(ledger)].filter((note) => note !== null);
}

/** Costs of a day are complete, and served, from the next midnight on. */
function noteOfEnd(tables: BillTables): string | null {
  const { end } = tables;
  // An export that states the last day of a period as its end has usage on a day that is not over at the end.
  const day = Math.max(dayOf(end - 1), ...lastUsageDays(tables).values());
  if (end >= startOfDay(day + 1)) return null;
  return `Usage ends during ${isoDate(day)}, which is served from the next midnight on: set the clock to ${isoInstant(startOfDay(day + 1))} to see it.`;
}

/** Dates that are not those of a term are in the list of commitments only, whose dates cannot be null. */
function noteOfTerms({ seedData }: Ledger): string | null {
  const { length } = seedData.commitments.filter(({ start, end }) => start === null || end === null);
  if (length === 0) return null;
  return `Commitments whose term is not in the data: ${length}. Their start_date is the first day with charges of them, and their end_date the day after the last; --inventory adds their terms.`;
}
