import { type Day, dayOf, hoursPerDay, type Range } from '../calendar.js';
import { type Context, lastActualDay, windowDays } from '../context.js';
import { type Micros, perMonth, sum, toCents } from '../money.js';
import type { Audit, AuditLine, Provider, Recommendation } from '../seed-data/types.js';

/** The thirty days before its creation, whose usage a recommendation is based on. */
export function analysisPeriod(recommendation: Recommendation): Range {
  const last = dayOf(recommendation.createdAt) - 1;
  return { first: last - windowDays + 1, last };
}

/** Monthly cost of its resource at list price, after the recommendation that it follows. */
export function monthlyCostOf(context: Context, recommendation: Recommendation): Micros {
  const { ledger, memo } = context;
  const first = ledger.seedData.recommendations.find(({ id }) => id === recommendation.after);
  if (first !== undefined) return monthlyCostOf(context, first) - monthlySavingOf(context, first);
  return memo(`cost of ${recommendation.id}`, () => {
    const { first, last } = analysisPeriod(recommendation);
    let list = 0;
    for (let day = first; day <= last; day++) list += usageOn(context, recommendation, day).list;
    return toCents(perMonth(list, windowDays * hoursPerDay));
  });
}

/** Monthly saving at list price, in addition to the recommendation that it follows. */
export function monthlySavingOf(context: Context, recommendation: Recommendation): Micros {
  return toCents((monthlyCostOf(context, recommendation) * recommendation.savingBps) / 10_000);
}

/** Usage of its resource on a day. */
export function usageOn({ ledger }: Context, { provider, cell: id }: Recommendation, day: Day) {
  const cell = ledger.priceList.cells.get(id);
  if (cell === undefined) return { units: 0, list: 0 };
  const usage = ledger.priceList.pricedUsage(provider, cell.service);
  const position = usage.cells.findIndex((one) => one.id === id);
  const units = usage.unitsOn(position, day);
  return { units, list: units * cell.listPrice };
}

const accepted = new Set<Recommendation['status']>(['pending', 'processing', 'in_progress']);

/** Monthly savings of a provider that are not realized: open, and accepted but not implemented. */
export function openSavingsOf(context: Context, { id }: Provider) {
  const own = context.ledger.seedData.recommendations.filter(({ provider }) => provider === id);
  const savingOf = (rows: typeof own) => sum(rows.map((one) => monthlySavingOf(context, one)));
  return {
    available: savingOf(own.filter(({ status }) => status === 'available')),
    pending: savingOf(own.filter(({ status }) => accepted.has(status))),
  };
}

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
  return sum(lines.map((line) => savedOnLine(line, days)));
}

/** Saving of a change to date. */
export function savedSoFar(context: Context, audit: Audit): Micros {
  return savedIn(context, audit, { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY });
}

/** Saving of a change in a full month. */
export function savedMonthly({ lines }: Audit): Micros {
  const daily = sum(lines.map((line) => (line.milliUnitsPerDay * line.unitPrice) / 1000));
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
