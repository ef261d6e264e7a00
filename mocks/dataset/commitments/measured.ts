import { type Context, nowOf, recentWindow } from '../context.js';
import type { Measure } from '../ledger/measures.js';
import { compareAmounts, compareQuantities, share, utilization } from '../money.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { isActive } from './status.js';

/** The figures of a commitment in the recent window; null if it is not active or not measured. */
export function measureOf(context: Context, commitment: HeldCommitment): Measure | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const measure = context.ledger.domainOf(commitment).measure(first, last).get(commitment);
  return measure === undefined || measure.liveHours === 0 ? null : measure;
}

/** Whether it is active, and its provider is measured. */
export function isMeasured(context: Context, commitment: HeldCommitment): boolean {
  return (
    context.ledger.providers.get(commitment.provider)?.measured === true &&
    isActive(commitment, nowOf(context))
  );
}

/** Used hours, or dollars, divided by those purchased. */
export function utilizationOf(measure: Measure | null): number | null {
  if (measure === null) return null;
  return utilization(measure.unit !== null, measure.used, measure.purchased);
}

/** Compares what a commitment purchased or used, which are quantities, or fees if the bill has none. */
export function compareUnits({ unit }: Measure, one: number, other: number): number {
  return unit === null ? compareAmounts(one, other) : compareQuantities(one, other);
}

/** The share of its service's eligible spend that it covered. */
export function coverageOf(
  context: Context,
  commitment: HeldCommitment,
  measure: Measure | null,
): number | null {
  if (measure === null) return null;
  const { last } = recentWindow(context);
  const domain = context.ledger.domainOf(commitment);
  return share(measure.coveredInService, domain.eligible(measure.first, last));
}
