import { parseRetryAfter } from './retry-after.js';

const firstDelay = 1_000;
const longestDelay = 60_000;
const jitter = 0.1;

/** The input of {@link retryDelay}. */
export interface RetryDelayInput {
  /** The number of attempts made so far. */
  readonly attempt: number;
  /** The `Retry-After` header of the response: seconds or an HTTP date. */
  readonly retryAfter: string | null;
  /** A random number from 0 to 1, for jitter. */
  readonly random: number;
  /** The current time in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Computes the delay before the next attempt: the `Retry-After` of the server, or else exponential backoff with 10 %
 * jitter. The delay is at least a tenth of the backoff, so that `Retry-After: 0` does not cause a busy loop.
 *
 * @returns milliseconds, at most one minute plus jitter; null if `Retry-After` is longer, so that the caller decides
 */
export function retryDelay({ attempt, retryAfter, random, now }: RetryDelayInput): number | null {
  const requested = parseRetryAfter(retryAfter, now);
  const backoff = Math.min(firstDelay * 2 ** (attempt - 1), longestDelay);
  if (requested !== null) return requested <= longestDelay ? Math.max(requested, backoff / 10) : null;
  return Math.round(backoff * (1 + jitter * (2 * random - 1)));
}
