import { isoDate } from '../calendar.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import { percent, round, usd } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { isMeasured } from './measured.js';

/** Where a running, measured commitment stands; null for any other. */
function measuredPlace(context: Context, commitment: Commitment) {
  if (!isMeasured(context, commitment)) return null;
  const domain = context.ledger.domainOf(commitment);
  const place = domain.placeOf(commitment);
  return place ? { domain, place } : null;
}

/** The days of the recent window on which it ran, with its use and its cover at the prices paid. */
export function historyOf(context: Context, commitment: Commitment) {
  const found = measuredPlace(context, commitment);
  if (found === null) return { utilization: [], coverage: [] };
  const { domain, place } = found;
  const { first, last } = recentWindow(context);
  const days = context.memo(`daily ${commitment.id}`, () => domain.dailyUse(place, first, last));
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

/** How far utilization moves in thirty days, by a straight line through them; null for a younger one. */
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
