import type { Instant } from '../calendar.js';
import type { Commitment } from './types.js';

/** The instant at which a commitment ends or was retired. */
export function lastInstantOf({ end, retiredAt }: Commitment): Instant {
  return Math.min(end, retiredAt ?? end);
}
