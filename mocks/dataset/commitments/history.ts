import { isoDate } from '../calendar.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import { percent, round, usd } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { isMeasured } from './measured.js';

/** The domain and place of an active, measured commitment; null for any other. */
function measuredPlace(context: Context, commitment: Commitment) {
  if (!isMeasured(context, commitment)) return null;
  const domain = context.ledger.domainOf(commitment);
  const place = domain.placeOf(commitment);
  return place ? { domain, place } : null;
}

/** Daily utilization, and coverage at contracted prices, on the days of the recent window on which it ran. */
export function historyOf(context: Context, commitment: Commitment) {
  const found = measuredPlace(context, commitment);
  if (found === null) return { utilization: [], coverage: [] };
  const { domain, place } = found;
  const { first, last } = recentWindow(context);
  const days = context.memo(`daily ${commitment.id}`, () => domain.dailyUtilization(place, first, last));
  return {
    utilization: days.map(({ day, used, purchased, unusedNet }) => ({
      date: isoDate(day),
      utilization_pct: percent(used, purchased),
      purchased_hours: round(purchased, 6),
      used_hours: round(used, 6),
      unused_cost: usd(unusedNet),
    })),
    coverage: days.map(({ day, coveredContracted }) => ({
      date: isoDate(day),
      coverage_pct: percent(
        coveredContracted,
        domain.day(day).cells.reduce((sum, cell) => sum + cell.contracted, 0),
      ),
    })),
  };
}

/** The linear trend of utilization over thirty days, in percentage points; null if it did not run on all of them. */
export function slopeOf(context: Context, commitment: Commitment): number | null {
  const found = measuredPlace(context, commitment);
  if (found === null) return null;
  const { domain, place } = found;
  const trends = context.memo(`trends ${domain.provider} ${domain.service}`, () => {
    const { first, last } = recentWindow(context);
    return domain.dailyTrends(first, last);
  });
  const trend = trends[place.pool]?.[place.slot] ?? Number.NaN;
  return Number.isNaN(trend) ? null : round(trend * windowDays, 2);
}
