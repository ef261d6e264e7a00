import { getOrInsert } from '../../src/get-or-insert.js';
import type { RateLimitState, RateLimitStore } from './rate-limit-store.js';

/** Requests of one key, counted per second. */
interface Usage {
  total: number;
  /** Oldest first; at most one more than the seconds of the window. */
  readonly seconds: Second[];
}

interface Second {
  readonly second: number;
  count: number;
  /** Time of the last request, in milliseconds. */
  last: number;
}

/**
 * A sliding window in steps of a second: the requests of a second count until a window has passed since the last of
 * them, so no window of any position contains more than the limit. Memory does not grow with the limit, and only
 * authenticated keys have an entry.
 */
export function memoryRateLimitStore(limit: number, windowSeconds: number): RateLimitStore {
  const windowMs = windowSeconds * 1000;
  const usages = new Map<string, Usage>();
  return {
    take(key, now): RateLimitState {
      const usage = getOrInsert(usages, key, () => ({ total: 0, seconds: [] }));
      // Discards earlier requests if the clock was set back by more than a window.
      if ((usage.seconds.at(-1)?.last ?? now) > now + windowMs) forget(usage, Number.POSITIVE_INFINITY);
      forget(usage, now - windowMs);
      const admitted = usage.total < limit;
      if (admitted) count(usage, now);
      const oldest = usage.seconds[0]?.last ?? now;
      return {
        admitted,
        remaining: limit - usage.total,
        resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
      };
    },
  };
}

function forget(usage: Usage, until: number): void {
  for (let first = usage.seconds[0]; first && first.last <= until; first = usage.seconds[0]) {
    usage.total -= first.count;
    usage.seconds.shift();
  }
}

function count(usage: Usage, now: number): void {
  usage.total += 1;
  const second = Math.floor(now / 1000);
  const latest = usage.seconds.at(-1);
  // After the clock was set back, requests count towards the latest second.
  if (latest && latest.second >= second) {
    latest.count += 1;
    latest.last = Math.max(latest.last, now);
  } else usage.seconds.push({ second, count: 1, last: now });
}
