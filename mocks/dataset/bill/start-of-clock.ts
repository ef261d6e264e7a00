import type { BillTables } from '../../../src/focus/tables/tables.js';
import { type Day, dayOf, firstDayOf, type Instant, monthOf, startOfDay } from '../calendar.js';

/** The last day of a bill that ends with a month; null for another bill. */
export function closedDayOf({ end }: Pick<BillTables, 'end'>): Day | null {
  const day = dayOf(end);
  return startOfDay(day) === end && firstDayOf(monthOf(day)) === day ? day - 1 : null;
}

/**
 * When the clock of a bill starts: at the end of its usage, or on the last day of a bill that ends with a month, since the
 * next month has no costs to date. At the start of that day, so that it takes a day until the next month begins.
 */
export function startOfClock(tables: Pick<BillTables, 'end'>): Instant {
  const closed = closedDayOf(tables);
  return closed === null ? tables.end : startOfDay(closed);
}
