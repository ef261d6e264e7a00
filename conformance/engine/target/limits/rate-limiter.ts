import type { Caller } from '../../http/exchange.js';

/** Maximum requests per minute and key: the contract allows 600, and other programs may use the key too. */
export const perMinute = 560;
const minuteMs = 60_000;

/** Counts the requests of each caller, and computes when the next one is within the rate limit. */
export class RateLimiter {
  readonly #sentAt: Record<Caller, number[]> = { caller: [], second_caller: [], spare: [], anonymous: [] };
  readonly #admittedAt: Record<Caller, number[]> = {
    caller: [],
    second_caller: [],
    spare: [],
    anonymous: [],
  };

  note(as: Caller): void {
    this.#sentAt[as].push(Date.now());
  }

  /** Records a response other than 429. */
  admitted(as: Caller): void {
    this.#admittedAt[as].push(Date.now());
  }

  /** Number of requests sent so far. */
  count(as: Caller): number {
    return this.#sentAt[as].length;
  }

  /** Number of responses other than 429 after a time, in milliseconds since 1970. */
  admittedAfter(as: Caller, time: number): number {
    const times = this.#admittedAt[as];
    const first = times.findIndex((at) => at > time);
    return first < 0 ? 0 : times.length - first;
  }

  /** Returns the earliest time of the next request, in milliseconds since 1970. */
  freeAt(as: Caller): number {
    // The limit applies to keys only.
    const first = as === 'anonymous' ? undefined : this.#sentAt[as].at(-perMinute);
    return first === undefined ? 0 : first + minuteMs;
  }
}
