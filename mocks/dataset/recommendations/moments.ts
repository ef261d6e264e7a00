import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import type { Context } from '../context.js';
import type { Recommendation } from '../seed-data/types.js';

const turnedDown = new Set<Recommendation['status']>(['rejected', 'unavailable', 'failed']);

/** When somebody agreed to carry a recommendation out; null before that. */
export function acceptedAt(context: Context, recommendation: Recommendation): Instant | null {
  if (recommendation.acceptedBy === null) return null;
  const done = implementedAt(context, recommendation);
  return done === null ? recommendation.createdAt + 2 * msPerDay : done - msPerDay;
}

/** When anything about it last changed; null for one that is as it was found. */
export function updatedAt(context: Context, recommendation: Recommendation): Instant | null {
  const { status, createdAt } = recommendation;
  if (turnedDown.has(status)) return createdAt + 4 * msPerDay + 5 * msPerHour;
  return implementedAt(context, recommendation) ?? acceptedAt(context, recommendation);
}

function implementedAt({ ledger }: Context, { id }: Recommendation): Instant | null {
  return ledger.seedData.audits.find(({ recommendation }) => recommendation === id)?.implementedAt ?? null;
}
