const firstDelay = 1_000;
const longestDelay = 60_000;
const jitter = 0.1;

/** What the wait before a retry depends on. */
export interface RetryDelayInput {
  /** Tries already made. */
  readonly attempt: number;
  /** The `Retry-After` header of the answer: seconds or an HTTP date. */
  readonly retryAfter: string | null;
  /** A number from 0 up to 1. */
  readonly random: number;
  /** The present moment in milliseconds since 1970. */
  readonly now: number;
}

/**
 * How long to wait before trying again: what the server asks for, else twice as long each time, with
 * a tenth of jitter so that many clients do not come back at once.
 *
 * @returns milliseconds, at most a minute (plus jitter); null where the server asks for a longer wait,
 * which is the caller's to decide
 */
export function retryDelay({ attempt, retryAfter, random, now }: RetryDelayInput): number | null {
  const asked = parseRetryAfter(retryAfter, now);
  if (asked !== null) return asked <= longestDelay ? asked : null;
  const backoff = Math.min(firstDelay * 2 ** (attempt - 1), longestDelay);
  return Math.round(backoff * (1 + jitter * (2 * random - 1)));
}

/** @returns milliseconds, or null where the header is absent or says nothing sensible. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
