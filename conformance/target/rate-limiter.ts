import type { Caller } from '../http/exchange.js';

/** Maximum requests per minute and key: the contract allows 600, and other programs may use the key too. */
const perMinute = 560;
const minuteMs = 60_000;

/** Counts the requests of each caller, and computes when the next one is within the rate limit. */
export class RateLimiter {
  readonly #sentAt: Record<Caller, number[]> = { caller: [], second_caller: [], spare: [], anonymous: [] };

  note(as: Caller): void {
    this.#sentAt[as].push(Date.now());
  }

  /** Number of requests sent so far. */
  count(as: Caller): number {
    return this.#sentAt[as].length;
  }

  /** Returns the earliest time of the next request, in milliseconds since 1970. */
  freeAt(as: Caller): number {
    // The limit applies to keys only.
    const first = as === 'anonymous' ? undefined : this.#sentAt[as].at(-perMinute);
    return first === undefined ? 0 : first + minuteMs;
  }
}
