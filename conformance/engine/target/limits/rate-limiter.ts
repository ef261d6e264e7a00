import type { Caller } from '../../http/exchange.js';

/** Maximum requests per minute and key: the contract allows 600, and other programs may use the key too. */
export const perMinute = 560;
const minuteMs = 60_000;
/** How much slower requests are spaced than at the requested rate, which leaves room for the few that are sent at once. */
const slower = 1.05;

/** Returns the time between two requests of a key, in milliseconds. */
export function intervalOf(rate: number | undefined): number {
  return rate === undefined ? 0 : (minuteMs / rate) * slower;
}

/** Counts the requests of each caller, and computes when the next one is within the rate limit. */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #intervalMs: number;
  /** When the next spaced request may be sent, in milliseconds since 1970. */
  readonly #nextAt: Record<Caller, number> = { caller: 0, second_caller: 0, spare: 0, anonymous: 0 };
  readonly #sentAt: Record<Caller, number[]> = { caller: [], second_caller: [], spare: [], anonymous: [] };
  readonly #admittedAt: Record<Caller, number[]> = {
    caller: [],
    second_caller: [],
    spare: [],
    anonymous: [],
  };

  /** @param rate requests per minute and key, evenly spaced; default: 560, as fast as possible */
  constructor(rate?: number) {
    this.#perMinute = Math.min(rate ?? perMinute, perMinute);
    this.#intervalMs = intervalOf(rate);
  }

  /** Reserves the earliest time of a request that is spaced from the others of its caller, in milliseconds since 1970. */
  reserve(as: Caller): number {
    const at = Math.max(Date.now(), this.#nextAt[as]);
    this.#nextAt[as] = at + this.#intervalMs;
    return at;
  }

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
    const first = as === 'anonymous' ? undefined : this.#sentAt[as].at(-this.#perMinute);
    return first === undefined ? 0 : first + minuteMs;
  }
}
