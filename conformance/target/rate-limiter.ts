import type { Caller } from '../http/exchange.js';

/** Requests with one key in a minute: the contract's limit is 600, and others may use the key too. */
const perMinute = 560;
const minuteMs = 60_000;

/** Counts the requests of each caller, and says when one is within the rate limit again. */
export class RateLimiter {
  readonly #sentAt: Record<Caller, number[]> = { caller: [], second_caller: [], spare: [], nobody: [] };

  note(as: Caller): void {
    this.#sentAt[as].push(Date.now());
  }

  /** Requests sent so far. */
  count(as: Caller): number {
    return this.#sentAt[as].length;
  }

  /** @returns the earliest time of the next request, in milliseconds since 1970 */
  freeAt(as: Caller): number {
    // Without a key there is no limit.
    const first = as === 'nobody' ? undefined : this.#sentAt[as].at(-perMinute);
    return first === undefined ? 0 : first + minuteMs;
  }
}
