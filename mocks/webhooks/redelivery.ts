const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between attempts. */
const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

/** Relative variation of a delay, so that retries to a recovered receiver are spread out. */
const jitter = 0.1;

/**
 * Returns the delay before the next attempt.
 *
 * @param attempts the number of failed attempts
 * @param random from 0 to 1
 * @returns milliseconds; null if no attempts are left
 */
export function retryDelay(attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + jitter * (2 * random - 1)));
}
