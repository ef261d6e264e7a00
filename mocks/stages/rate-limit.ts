import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';
import type { RateLimitStore } from '../state/rate-limit-store.js';
import type { Clock } from '../types.js';

/** How many requests a key may make in a window. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Counts the requests of each key over a sliding window and reports on every response what is left.
 * A refused request is not counted, so that a caller who keeps sending still gets through again.
 */
export function rateLimit(store: RateLimitStore, { limit, windowSeconds }: RateLimit, clock: Clock): Stage {
  const policy = `"default";q=${limit};w=${windowSeconds}`;
  return (next) => async (exchange) => {
    exchange.headers['RateLimit-Policy'] = policy;
    // A store that fails promises nothing.
    exchange.headers.RateLimit = '"default";r=0;t=1';
    const taken = store.take(exchange.authenticated.key, clock.now());
    // Memory has the count at once; to wait for it all the same costs each request a twentieth.
    const { admitted, remaining, resetSeconds } = taken instanceof Promise ? await taken : taken;
    exchange.headers.RateLimit = `"default";r=${remaining};t=${resetSeconds}`;
    if (admitted) return await next(exchange);
    throw new Refusal(
      'RATE_LIMIT_EXCEEDED',
      `This API key has used its ${limit} requests of this minute; try again in ${resetSeconds} seconds.`,
      {
        headers: { 'Retry-After': String(resetSeconds) },
        details: { limit, window_seconds: windowSeconds, retry_after_seconds: resetSeconds },
      },
    );
  };
}
