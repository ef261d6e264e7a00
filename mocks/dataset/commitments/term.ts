import { type Day, dayOf, type Instant, startOfDay } from '../calendar.js';
import type { ChargedDays, HeldCommitment } from '../seed-data/types.js';

/** When it runs. A start or an end that is not known is that of its charges; without an end if they continue. */
export function termOf(commitment: HeldCommitment): { readonly start: Instant; readonly end: Instant } {
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
