import { isoDate } from '../calendar.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import { round, share, shareOfQuantity, usd } from '../money.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { isMeasured } from './measured.js';

/** Daily utilization and coverage on the days of the recent window on which it ran. */
export function historyOf(context: Context, commitment: HeldCommitment) {
  if (!isMeasured(context, commitment)) return { utilization: [], coverage: [] };
  const { first, last } = recentWindow(context);
  const days = context.memo(`daily ${commitment.id}`, () =>
    context.ledger.domainOf(commitment).dailyUtilization(commitment, first, last),
  );
  return {
    utilization: days.map(({ day, used, purchased, unusedCost }) => ({
      date: isoDate(day),
      utilization_pct: shareOfQuantity(used, purchased),
      purchased_hours: round(purchased, 6),
      used_hours: round(used, 6),
      unused_cost: usd(unusedCost),
    })),
    coverage: days.map(({ day, covered, eligible }) => ({
      date: isoDate(day),
      coverage_pct: share(covered, eligible),
    })),
  };
}

/** The linear trend of utilization over thirty days, in percentage points; null if it did not run on all of them. */
export function slopeOf(context: Context, commitment: HeldCommitment): number | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const trend = context.ledger.domainOf(commitment).trend(commitment, first, last);
  return Number.isNaN(trend) ? null : round(trend * windowDays, 2);
}
