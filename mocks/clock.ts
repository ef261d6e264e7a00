import type { Clock } from './types.js';

/** The moment at which the default world is seen. */
export const defaultNow = '2026-06-15T12:00:00Z';

/**
 * A clock that starts at a chosen moment and then runs as fast as the real one.
 *
 * @param start milliseconds since 1970 that it shows first
 * @param elapsed a monotonic count of milliseconds, such as `performance.now`
 */
export function runningClock(start: number, elapsed: () => number): Clock {
  const origin = elapsed();
  return { now: () => start + Math.floor(elapsed() - origin) };
}

/** The two ways in which an answer tells the time, each written once a second and not once a request. */
export interface TimeStamps {
  /** ISO 8601 with whole seconds, for the envelope. */
  timestamp(): string;
  /** IMF-fixdate, for the `Date` header. */
  date(): string;
}

/** @returns the clock's time in writing */
export function timeStamps(clock: Clock): TimeStamps {
  let second = Number.NaN;
  let timestamp = '';
  let date = '';
  const refresh = () => {
    const now = Math.floor(clock.now() / 1000);
    if (now === second) return;
    second = now;
    const moment = new Date(now * 1000);
    timestamp = `${moment.toISOString().slice(0, -5)}Z`;
    date = moment.toUTCString();
  };
  return {
    timestamp() {
      refresh();
      return timestamp;
    },
    date() {
      refresh();
      return date;
    },
  };
}
