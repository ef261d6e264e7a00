import type { BillTables } from '../../../src/focus/tables/tables.js';
import { dayOf, isoDate, isoInstant, startOfDay } from '../calendar.js';
import type { DatasetPlan } from '../index.js';
import { lastUsageDays } from './held-commitments.js';

/** Notes on what a plan serves of a bill, in the terminal and in a page. */
export function notesOfPlan(tables: BillTables, plan: DatasetPlan): readonly string[] {
  return [noteOfEnd(tables), noteOfTerms(plan)].filter((note) => note !== null);
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
function noteOfTerms({ ledger }: DatasetPlan): string | null {
  const { length } = ledger.seedData.commitments.filter(({ start, end }) => start === null || end === null);
  if (length === 0) return null;
  return `Commitments whose term is not in the data: ${length}. Their start_date is the first day with charges of them, and their end_date the day after the last; --inventory adds their terms.`;
}
