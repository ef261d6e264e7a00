import type { Context } from '../../context.js';
import { usd } from '../../money.js';
import { monthlySavingOf } from '../../recommendations/savings.js';
import type { Commitment, Recommendation } from '../../seed-data/types.js';

const settled = new Set<Recommendation['status']>(['optimized', 'rejected', 'unavailable', 'failed']);

/** Recommendations that would resize usage under a commitment and are still open. */
export function pendingChanges({ ledger }: Context, commitment: Commitment): readonly Recommendation[] {
  return ledger.seedData.recommendations.filter(
    (one) => one.resizes === commitment.id && !settled.has(one.status),
  );
}

/** A change as the renewal operations return it. */
export function showChange(context: Context, change: Recommendation) {
  const cell = context.ledger.priceList.cells.get(change.cell);
  return {
    recommendation_id: change.id,
    service: cell?.service ?? '',
    account: cell?.account ?? '',
    monthly_savings: usd(monthlySavingOf(context, change)),
    status: change.status,
  };
}
