import type { Stage } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import type { RateLimitState, RateLimitStore } from '../state/rate-limit-store.js';
import type { Clock } from '../types.js';

/** Requests per API key and window. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The `RateLimit` of a caller with no requests left for a second. */
export const exhausted = '"default";r=0;t=1';

/**
 * Limits the requests of each API key in a sliding window and adds the `RateLimit` headers. Rejected requests are not
 * counted, so a caller that continues to send is not blocked forever.
 */
export function rateLimit(store: RateLimitStore, { limit, windowSeconds }: RateLimit, clock: Clock): Stage {
  const policy = `"default";q=${limit};w=${windowSeconds}`;
  return (next) => (exchange) => {
    const proceed = ({ admitted, remaining, resetSeconds }: RateLimitState) => {
      exchange.headers.RateLimit = `"default";r=${remaining};t=${resetSeconds}`;
      if (admitted) return next(exchange);
      throw new HttpError(
        'RATE_LIMIT_EXCEEDED',
        `Rate limit of ${limit} requests per minute exceeded. Try again in ${resetSeconds} seconds.`,
        {
          headers: { 'Retry-After': String(resetSeconds) },
          details: { limit, window_seconds: windowSeconds, retry_after_seconds: resetSeconds },
        },
      );
    };
    exchange.headers['RateLimit-Policy'] = policy;
    // Sent if the store fails.
    exchange.headers.RateLimit = exhausted;
    const taken = store.take(exchange.authenticated.key, clock.now());
    return taken instanceof Promise ? taken.then(proceed) : proceed(taken);
  };
}
