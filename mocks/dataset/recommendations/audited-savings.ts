import { dayOf, hoursPerDay } from '../calendar.js';
import { type Context, lastActualDay, type Range } from '../context.js';
import { type Micros, perMonth, toCents } from '../money.js';
import type { Audit, AuditLine } from '../seed-data/types.js';

/** Counts the days of a range with actual costs on which a change was in effect. */
export function billedDays(context: Context, { implementedAt }: Audit, { first, last }: Range): number {
  const from = Math.max(first, dayOf(implementedAt));
  return Math.max(0, Math.min(last, lastActualDay(context)) - from + 1);
}

/** Saving of one billing line in a number of days, in whole cents. */
export function savedOnLine({ milliUnitsPerDay, unitPrice }: AuditLine, days: number): Micros {
  return toCents((milliUnitsPerDay * days * unitPrice) / 1000);
}

/** Saving of a change in the days of a range with actual costs. */
export function savedIn(context: Context, audit: Audit, range: Range): Micros {
  return savedInDays(audit, billedDays(context, audit, range));
}

/** Saving of a change in a number of days. */
export function savedInDays({ lines }: Audit, days: number): Micros {
  return lines.reduce((sum, line) => sum + savedOnLine(line, days), 0);
}

/** Saving of a change to date. */
export function savedSoFar(context: Context, audit: Audit): Micros {
  return savedIn(context, audit, { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY });
}

/** Saving of a change in a full month. */
export function savedMonthly({ lines }: Audit): Micros {
  const daily = lines.reduce((sum, line) => sum + (line.milliUnitsPerDay * line.unitPrice) / 1000, 0);
  return toCents(perMonth(daily, hoursPerDay));
}

/** The audits of changes implemented by now. */
export function auditsUntilNow({ ledger, clock }: Context): readonly Audit[] {
  return ledger.seedData.audits.filter(({ implementedAt }) => implementedAt <= clock.now());
}

/** The provider of a change. */
export function providerOf({ ledger }: Context, { recommendation }: Audit): string | undefined {
  return ledger.seedData.recommendations.find(({ id }) => id === recommendation)?.provider;
}
