import { parseDate } from '../dataset/calendar.js';
import type { Clock } from '../types.js';

/** The default start of the mock's clock. */
export const defaultNow = '2026-06-15T12:00:00Z';

const iso8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses an ISO 8601 timestamp. Stricter than `Date`: rejects a time without a zone, which depends on the
 * machine, and a day that does not exist, which `Date` moves to the next month.
 *
 * @param text a date alone means midnight UTC
 * @returns milliseconds since 1970
 * @throws {RangeError} if the text is not a valid timestamp
 */
export function parseTimestamp(text: string): number {
  const time = iso8601.test(text) && parseDate(text) !== undefined ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new RangeError(`Invalid timestamp '${text.slice(0, 50)}'. Use ISO 8601, such as ${defaultNow}.`);
  return time;
}

/**
 * Creates a clock that runs in real time and can be set and frozen.
 *
 * @param start the initial time, in milliseconds since 1970
 * @param elapsed a monotonic clock in milliseconds, such as `performance.now`
 */
export function controlledClock(start: number, elapsed: () => number) {
  let base = start;
  /** The value of `elapsed` when `base` was set; null while the clock is frozen. */
  let since: number | null = elapsed();
  const now = () => (since === null ? base : base + Math.floor(elapsed() - since));
  return {
    now,
    freeze(): void {
      base = now();
      since = null;
    },
    /** Continues from the time at which the clock was frozen. */
    resume(): void {
      since ??= elapsed();
    },
    /** @param time milliseconds since 1970 */
    set(time: number): void {
      base = time;
      if (since !== null) since = elapsed();
    },
    isFrozen: () => since === null,
  };
}

export type TimeStamps = ReturnType<typeof timeStamps>;

/** The time of a clock in the two formats of a response. Each is formatted once per second, not per request. */
export function timeStamps(clock: Clock) {
  let second = Number.NaN;
  let timestamp = '';
  let date = '';
  const refresh = () => {
    const now = Math.floor(clock.now() / 1000);
    if (now === second) return;
    second = now;
    const time = new Date(now * 1000);
    timestamp = `${time.toISOString().slice(0, -5)}Z`;
    date = time.toUTCString();
  };
  return {
    /** ISO 8601 with whole seconds, for the envelope. */
    timestamp(): string {
      refresh();
      return timestamp;
    },
    /** IMF-fixdate, for the `Date` header. */
    date(): string {
      refresh();
      return date;
    },
  };
}
