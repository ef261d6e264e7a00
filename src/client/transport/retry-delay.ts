import { parseRetryAfter } from './retry-after.js';

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
 * How long to wait before the next attempt: what the server asks for, but at least a tenth of the backoff, so that
 * `Retry-After: 0` is no loop; else the backoff, twice as long each time, with a tenth of jitter so that many clients
 * do not come back at once.
 *
 * @returns milliseconds, at most a minute (plus jitter); null where the server asks for a longer wait,
 * which is the caller's to decide
 */
export function retryDelay({ attempt, retryAfter, random, now }: RetryDelayInput): number | null {
  const asked = parseRetryAfter(retryAfter, now);
  const backoff = Math.min(firstDelay * 2 ** (attempt - 1), longestDelay);
  if (asked !== null) return asked <= longestDelay ? Math.max(asked, backoff / 10) : null;
  return Math.round(backoff * (1 + jitter * (2 * random - 1)));
}
