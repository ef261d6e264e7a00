import { getOrInsertUpTo } from '../../../src/get-or-insert.js';
import type { Day } from '../calendar.js';

/** Limits the cached ranges; old ones become useless as the clock advances. */
const maxRanges = 40;

/**
 * Caches the result of a function of a range of days.
 *
 * @param max limits the cached results
 */
export function byRange<T>(
  compute: (first: Day, last: Day) => T,
  max = maxRanges,
): (first: Day, last: Day) => T {
  const cache = new Map<number, T>();
  return (first, last) => {
    // Days have five digits. A string key would cost more to build than to look up.
    const range = first * 1_000_000 + last;
    return getOrInsertUpTo(max, cache, range, () => compute(first, last));
  };
}
