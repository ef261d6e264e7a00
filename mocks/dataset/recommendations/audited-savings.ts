import { dayOf, hoursPerDay } from '../calendar.js';
import { type Context, lastActualDay, type Range } from '../context.js';
import { type Micros, perMonth, toCents } from '../money.js';
import type { Audit, AuditLine } from '../seed-data/types.js';

/** Days of a range on which a change was in effect and whose bill has arrived. */
export function billedDays(context: Context, { implementedAt }: Audit, { first, last }: Range): number {
  const from = Math.max(first, dayOf(implementedAt));
  return Math.max(0, Math.min(last, lastActualDay(context)) - from + 1);
}

/** What one line of the bill saved in so many days, in whole cents. */
export function savedOnLine({ milliUnitsPerDay, unitPrice }: AuditLine, days: number): Micros {
  return toCents((milliUnitsPerDay * days * unitPrice) / 1000);
}

/** What a change has saved in a range, as far as the bill has arrived. */
export function savedIn(context: Context, audit: Audit, range: Range): Micros {
  return savedInDays(audit, billedDays(context, audit, range));
}

/** What a change saves in so many days. */
export function savedInDays({ lines }: Audit, days: number): Micros {
  return lines.reduce((sum, line) => sum + savedOnLine(line, days), 0);
}

/** Everything a change has saved. */
export function savedSoFar(context: Context, audit: Audit): Micros {
  return savedIn(context, audit, { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY });
}

/** What a change saves in a whole month. */
export function savedMonthly({ lines }: Audit): Micros {
  const daily = lines.reduce((sum, line) => sum + (line.milliUnitsPerDay * line.unitPrice) / 1000, 0);
  return toCents(perMonth(daily, hoursPerDay));
}

/** The audits of changes that have been made. */
export function auditsUntilNow({ ledger, clock }: Context): readonly Audit[] {
  return ledger.seedData.audits.filter(({ implementedAt }) => implementedAt <= clock.now());
}

/** The provider that a change was made at. */
export function providerOf({ ledger }: Context, { recommendation }: Audit): string | undefined {
  return ledger.seedData.recommendations.find(({ id }) => id === recommendation)?.provider;
}
