import { type Context, nowOf, recentWindow } from '../context.js';
import type { Measure } from '../ledger/measure.js';
import { percent } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { stateOf } from './status.js';

/** How a running commitment did in the recent window; null for one that is not running or not measured. */
export function measureOf(context: Context, commitment: Commitment): Measure | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const measure = context.ledger.domainOf(commitment).measure(first, last).get(commitment);
  return measure === undefined || measure.liveHours === 0 ? null : measure;
}

/** Whether it runs, and its provider has been measured. */
export function isMeasured(context: Context, commitment: Commitment): boolean {
  return (
    stateOf(commitment, nowOf(context)) === 'active' &&
    context.ledger.providers.get(commitment.provider)?.measured === true
  );
}

/** Used hours, or dollars, divided by those that were bought. */
export function utilizationOf(commitment: Commitment, measure: Measure | null): number | null {
  if (measure === null) return null;
  return commitment.capacity === null
    ? percent(measure.usedFee, measure.fee)
    : percent(measure.used, measure.purchased);
}

/** What it covered of all spend of its service that a commitment could have covered, at prices paid. */
export function coverageOf(context: Context, commitment: Commitment, measure: Measure | null): number | null {
  if (measure === null) return null;
  const { first, last } = recentWindow(context);
  return percent(measure.coveredContracted, context.ledger.domainOf(commitment).contracted(first, last));
}
