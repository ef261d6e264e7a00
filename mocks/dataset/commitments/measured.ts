import { type Context, nowOf, recentWindow } from '../context.js';
import type { Measure } from '../ledger/measure.js';
import { percent } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { stateOf } from './status.js';

/** The figures of a commitment in the recent window; null if it is not active or not measured. */
export function measureOf(context: Context, commitment: Commitment): Measure | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const measure = context.ledger.domainOf(commitment).measure(first, last).get(commitment);
  return measure === undefined || measure.liveHours === 0 ? null : measure;
}

/** Whether it is active and its provider is measured. */
export function isMeasured(context: Context, commitment: Commitment): boolean {
  return (
    stateOf(commitment, nowOf(context)) === 'active' &&
    context.ledger.providers.get(commitment.provider)?.measured === true
  );
}

/** Used hours, or dollars, divided by those purchased. */
export function utilizationOf(commitment: Commitment, measure: Measure | null): number | null {
  if (measure === null) return null;
  return commitment.capacity === null
    ? percent(measure.usedFee, measure.fee)
    : percent(measure.used, measure.purchased);
}

/** The share of its service's eligible spend that it covered, at contracted prices. */
export function coverageOf(context: Context, commitment: Commitment, measure: Measure | null): number | null {
  if (measure === null) return null;
  const { first, last } = recentWindow(context);
  return percent(measure.coveredContracted, context.ledger.domainOf(commitment).contracted(first, last));
}
