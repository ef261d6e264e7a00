const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from one try to the next; after the last there is none. */
const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

/** How far a pause strays, so that receivers that come back are not met by everything at once. */
const jitter = 0.1;

/**
 * How long to wait before trying again.
 *
 * @param tries how many have failed
 * @param random from 0 up to 1
 * @returns milliseconds; null when it is given up
 */
export function pauseAfter(tries: number, random: number): number | null {
  const pause = pauses[tries - 1];
  return pause === undefined ? null : Math.round(pause * (1 + jitter * (2 * random - 1)));
}
