import type { Context } from '../context.js';
import { usd } from '../money.js';
import { monthlySavingOf } from '../recommendations/savings.js';
import type { Commitment, Recommendation } from '../seed-data/types.js';

const settled = new Set<Recommendation['status']>(['optimized', 'rejected', 'unavailable', 'failed']);

/** Recommended changes under a commitment that have neither landed nor been turned down. */
export function pendingChanges({ ledger }: Context, commitment: Commitment): readonly Recommendation[] {
  return ledger.seedData.recommendations.filter(
    (one) => one.resizes === commitment.id && !settled.has(one.status),
  );
}

/** A change as the renewal reads show it. */
export function showChange(context: Context, change: Recommendation) {
  const cell = context.ledger.cells.get(change.cell);
  return {
    recommendation_id: change.id,
    service: cell?.service ?? '',
    account: cell?.account ?? '',
    monthly_savings: usd(monthlySavingOf(context, change)),
    status: change.status,
  };
}
