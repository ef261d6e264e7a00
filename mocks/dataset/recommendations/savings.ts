import { type Day, dayOf, hoursPerDay } from '../calendar.js';
import { type Context, type Range, windowDays } from '../context.js';
import { type Micros, perMonth, toCents } from '../money.js';
import type { Recommendation } from '../seed-data/types.js';

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
export function usageOn(
  { ledger }: Context,
  { provider, cell: id }: Recommendation,
  day: Day,
): { readonly units: number; readonly list: Micros } {
  const cell = ledger.priceList.cells.get(id);
  if (cell === undefined) return { units: 0, list: 0 };
  const usage = ledger.priceList.pricedUsage(provider, cell.service);
  const units = usage.unitsOn(
    usage.cells.findIndex((one) => one.id === id),
    day,
  );
  return { units, list: units * cell.listPrice };
}
