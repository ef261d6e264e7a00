import { type Day, dayOf, hoursPerDay } from '../calendar.js';
import type { Recommendation } from '../cast/types.js';
import { type Context, windowDays } from '../context.js';
import { type Micros, perMonth } from '../money.js';

/** The days whose usage a recommendation was worked out from: the thirty before it was found. */
export function analysisPeriod(recommendation: Recommendation): { first: Day; last: Day } {
  const last = dayOf(recommendation.createdAt) - 1;
  return { first: last - windowDays + 1, last };
}

/** What its resource costs in a month, at list. */
export function monthlyCostOf({ ledger }: Context, recommendation: Recommendation): Micros {
  const { first, last } = analysisPeriod(recommendation);
  for (const domain of ledger.domainsOf(recommendation.provider)) {
    const cell = domain.cells.findIndex(({ id }) => id === recommendation.cell);
    if (cell >= 0) {
      const list = domain.sum(first, last).cells[cell]?.list ?? 0;
      return Math.round(perMonth(list, windowDays * hoursPerDay));
    }
  }
  return 0;
}

/** What it would save in a month, at list. */
export function monthlySavingOf(context: Context, recommendation: Recommendation): Micros {
  return Math.round((monthlyCostOf(context, recommendation) * recommendation.savingBps) / 10_000);
}
