import type { RateLimitState, RateLimitStore } from './rate-limit-store.js';

/** Requests of one key, counted by the second in which they came. */
interface Usage {
  total: number;
  /** Oldest first; at most one entry for each second of the window, and one. */
  readonly seconds: { readonly second: number; count: number }[];
}

/**
 * A sliding count in steps of a second: a request counts until a whole window has passed since the end
 * of its second, so no window of any position holds more than the limit. Memory does not grow with the
 * limit, and only authenticated keys have an entry.
 */
export function memoryRateLimitStore(limit: number, windowSeconds: number): RateLimitStore {
  const usages = new Map<string, Usage>();
  return {
    take(key, now): RateLimitState {
      const second = Math.floor(now / 1000);
      let usage = usages.get(key);
      if (!usage) {
        usage = { total: 0, seconds: [] };
        usages.set(key, usage);
      }
      forget(usage, second - windowSeconds);
      const admitted = usage.total < limit;
      if (admitted) count(usage, second);
      const oldest = usage.seconds[0]?.second ?? second;
      return {
        admitted,
        remaining: limit - usage.total,
        resetSeconds: Math.max(1, Math.ceil(oldest + windowSeconds + 1 - now / 1000)),
      };
    },
  };
}

function forget(usage: Usage, before: number): void {
  for (let first = usage.seconds[0]; first && first.second < before; first = usage.seconds[0]) {
    usage.total -= first.count;
    usage.seconds.shift();
  }
}

function count(usage: Usage, second: number): void {
  usage.total += 1;
  const last = usage.seconds.at(-1);
  // A clock that was set back counts into the latest second it has seen.
  if (last && last.second >= second) last.count += 1;
  else usage.seconds.push({ second, count: 1 });
}
