import { parseDate } from './dataset/calendar.js';
import type { Clock } from './types.js';

/** The moment at which the default world is seen. */
export const defaultNow = '2026-06-15T12:00:00Z';

const iso8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a moment. What `Date` makes more of is refused: a time without its zone would be another moment on
 * another machine, and a day that the calendar lacks would be another day.
 *
 * @param text ISO 8601; a day alone stands for its midnight in UTC
 * @returns milliseconds since 1970
 * @throws {RangeError} when it is no date
 */
export function momentOf(text: string): number {
  const moment = iso8601.test(text) && parseDate(text) !== undefined ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw new RangeError(`${text} is not a date such as ${defaultNow}.`);
  return moment;
}

/** A clock that runs as fast as the real one until it is moved or stopped. */
export interface ControlledClock extends Clock {
  /** Stops it where it is. */
  freeze(): void;
  /** Lets it run on from where it stopped. */
  resume(): void;
  /** @param moment milliseconds since 1970 */
  set(moment: number): void;
  isFrozen(): boolean;
}

/**
 * @param start milliseconds since 1970 that it shows first
 * @param elapsed a monotonic count of milliseconds, such as `performance.now`
 */
export function controlledClock(start: number, elapsed: () => number): ControlledClock {
  let shown = start;
  /** The count at which `shown` was right; null while the clock stands. */
  let since: number | null = elapsed();
  const now = () => (since === null ? shown : shown + Math.floor(elapsed() - since));
  return {
    now,
    freeze() {
      shown = now();
      since = null;
    },
    resume() {
      since ??= elapsed();
    },
    set(moment) {
      shown = moment;
      if (since !== null) since = elapsed();
    },
    isFrozen: () => since === null,
  };
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
