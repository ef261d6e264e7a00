import { type Day, dayOf, type Instant, msPerDay, startOfDay } from '../calendar.js';
import type { ChargedDays, HeldCommitment } from '../seed-data/types.js';

const inventoryStates = [
  'active',
  'queued',
  'queued-deleted',
  'payment-pending',
  'payment-failed',
  'retired',
] as const;

export type InventoryState = (typeof inventoryStates)[number];

/** A commitment is expiring if it ends within this number of days. */
const expiringWithinDays = 30;

/** The state that the provider reports; null if it is not known. */
export function stateOf(commitment: HeldCommitment, now: Instant): string | null {
  if (commitment.reported !== undefined) return commitment.reported;
  if (commitment.stateOverride !== null) return commitment.stateOverride;
  return stateByDates(commitment, now);
}

/** The state that follows from the term. */
function stateByDates(commitment: HeldCommitment, now: Instant): InventoryState {
  const { start, end } = termOf(commitment);
  if (now < start) return 'queued';
  return now < Math.min(end, commitment.retiredAt ?? end) ? 'active' : 'retired';
}

/** The state that the provider reports, else the one by the term. A provider can report states of its own. */
export function knownStateOf(commitment: HeldCommitment, now: Instant): InventoryState {
  const reported = stateOf(commitment, now);
  return inventoryStates.find((state) => state === reported) ?? stateByDates(commitment, now);
}

/** Whether it is active by its state, else by its term. */
export function isActive(commitment: HeldCommitment, now: Instant): boolean {
  return knownStateOf(commitment, now) === 'active';
}

/** The status that the service derives. One whose end is not known is never expiring. */
export function statusOf(commitment: HeldCommitment, now: Instant): string {
  const { end } = commitment;
  const state = knownStateOf(commitment, now);
  if (state === 'active') {
    return end !== null && now >= end - expiringWithinDays * msPerDay ? 'expiring' : 'active';
  }
  if (state === 'queued' || state === 'payment-pending') return 'pending';
  return state === 'retired' && (end ?? now) <= now ? 'expired' : 'cancelled';
}

/** All instants at which a state or status changes, ascending. */
export function stateChanges(commitments: readonly HeldCommitment[]): Float64Array {
  const instants = new Float64Array(4 * commitments.length);
  commitments.forEach((commitment, i) => {
    const { start, end } = termOf(commitment);
    instants.set([start, end - expiringWithinDays * msPerDay, end, commitment.retiredAt ?? end], 4 * i);
  });
  return instants.sort();
}

/** When it runs. A start or an end that is not known is that of its charges; without an end if they continue. */
function termOf(commitment: HeldCommitment): { readonly start: Instant; readonly end: Instant } {
  const { start, end } = commitment;
  if (start !== null && end !== null) return { start, end };
  const { first, last, isCurrent } = commitment.charged as ChargedDays;
  return {
    start: start ?? startOfDay(first),
    end: end ?? (isCurrent ? Number.POSITIVE_INFINITY : startOfDay(last + 1)),
  };
}

/** The days on which the term starts and ends. A day that is not known is that of its charges, and the one after. */
export function termDays(commitment: HeldCommitment): { readonly start: Day; readonly end: Day } {
  const { start, end } = commitment;
  if (start !== null && end !== null) return { start: dayOf(start), end: dayOf(end) };
  const { first, last } = commitment.charged as ChargedDays;
  if (start !== null) return { start: dayOf(start), end: Math.max(dayOf(start), last) + 1 };
  return end === null
    ? { start: first, end: last + 1 }
    : { start: Math.min(first, dayOf(end) - 1), end: dayOf(end) };
}
