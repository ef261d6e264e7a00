import type { Instant } from '../calendar.js';
import type { Commitment } from './types.js';

/** The instant at which a commitment stops to run, whatever its term says. */
export function lastInstantOf({ end, retiredAt }: Commitment): Instant {
  return Math.min(end, retiredAt ?? end);
}
