import { type Instant, msPerDay } from '../calendar.js';
import { lastInstantOf } from '../seed-data/last-instant.js';
import type { Commitment } from '../seed-data/types.js';

export type InventoryState =
  | 'active'
  | 'queued'
  | 'queued-deleted'
  | 'payment-pending'
  | 'payment-failed'
  | 'retired';

/** A commitment is expiring if it ends within this number of days. */
const expiringWithinDays = 30;

/** The state that the provider reports. */
export function stateOf(commitment: Commitment, now: Instant): InventoryState {
  if (commitment.stateOverride !== null) return commitment.stateOverride;
  if (now < commitment.start) return 'queued';
  return now < lastInstantOf(commitment) ? 'active' : 'retired';
}

/** The status that the service derives. */
export function statusOf(commitment: Commitment, now: Instant): string {
  const state = stateOf(commitment, now);
  if (state === 'active') {
    return now >= commitment.end - expiringWithinDays * msPerDay ? 'expiring' : 'active';
  }
  if (state === 'queued' || state === 'payment-pending') return 'pending';
  return commitment.end <= now && state === 'retired' ? 'expired' : 'cancelled';
}

/** All instants at which a state or status changes, ascending. */
export function stateChanges(commitments: readonly Commitment[]): Float64Array {
  const instants = new Float64Array(4 * commitments.length);
  commitments.forEach(({ start, end, retiredAt }, i) => {
    instants.set([start, end - expiringWithinDays * msPerDay, end, retiredAt ?? end], 4 * i);
  });
  return instants.sort();
}
