import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import type { Context } from '../context.js';
import type { Recommendation } from '../seed-data/types.js';

const unsuccessful = new Set<Recommendation['status']>(['rejected', 'unavailable', 'failed']);

/** When a recommendation was accepted; null if it was not. */
export function acceptedAt(context: Context, recommendation: Recommendation): Instant | null {
  if (recommendation.acceptedBy === null) return null;
  const implemented = implementedAt(context, recommendation);
  return implemented === null ? recommendation.createdAt + 2 * msPerDay : implemented - msPerDay;
}

/** When a recommendation last changed; null if it is unchanged since its creation. */
export function updatedAt(context: Context, recommendation: Recommendation): Instant | null {
  const { status, createdAt } = recommendation;
  if (unsuccessful.has(status)) return createdAt + 4 * msPerDay + 5 * msPerHour;
  return implementedAt(context, recommendation) ?? acceptedAt(context, recommendation);
}

function implementedAt({ ledger }: Context, { id }: Recommendation): Instant | null {
  return ledger.seedData.audits.find(({ recommendation }) => recommendation === id)?.implementedAt ?? null;
}
