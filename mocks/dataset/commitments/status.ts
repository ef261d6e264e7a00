import { type Instant, msPerDay } from '../calendar.js';
import type { HeldCommitment } from '../seed-data/types.js';

export type InventoryState =
  | 'active'
  | 'queued'
  | 'queued-deleted'
  | 'payment-pending'
  | 'payment-failed'
  | 'retired';

/** A commitment is expiring if it ends within this number of days. */
const expiringWithinDays = 30;

/** The state that the provider reports; null if it is not known. */
export function stateOf(commitment: HeldCommitment, now: Instant): string | null {
  if (commitment.reported !== undefined) return commitment.reported;
  if (commitment.stateOverride !== null) return commitment.stateOverride;
  return stateByDates(commitment, now);
}

/** The state that follows from the term; null if the term is not known. */
function stateByDates(commitment: HeldCommitment, now: Instant): InventoryState | null {
  const { start, end, retiredAt } = commitment;
  if (start === null || end === null) return null;
  if (now < start) return 'queued';
  return now < Math.min(end, retiredAt ?? end) ? 'active' : 'retired';
}

/** Whether it is active, or nothing is known to the contrary. */
export function mayRun(commitment: HeldCommitment, now: Instant): boolean {
  const state = stateOf(commitment, now) ?? stateByDates(commitment, now);
  return state === null || state === 'active';
}

/** The status that the service derives; null if its end is not known. */
export function statusOf(commitment: HeldCommitment, now: Instant): string | null {
  const { end } = commitment;
  const state = stateOf(commitment, now) ?? stateByDates(commitment, now);
  if (state === null || end === null) return null;
  if (state === 'active') {
    return now >= end - expiringWithinDays * msPerDay ? 'expiring' : 'active';
  }
  if (state === 'queued' || state === 'payment-pending') return 'pending';
  return end <= now && state === 'retired' ? 'expired' : 'cancelled';
}

/** All instants at which a state or status changes, ascending. */
export function stateChanges(commitments: readonly HeldCommitment[]): Float64Array {
  const instants = new Float64Array(4 * commitments.length);
  commitments.forEach(({ start, end, retiredAt }, i) => {
    if (start === null || end === null) return;
    instants.set([start, end - expiringWithinDays * msPerDay, end, retiredAt ?? end], 4 * i);
  });
  return instants.sort();
}
