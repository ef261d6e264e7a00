import type { Clock } from '../../../mocks/types.js';

/** A clock that only `advance` moves. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

/** @param start ISO 8601 */
export function manualClock(start = '2026-06-15T12:00:00Z'): ManualClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
