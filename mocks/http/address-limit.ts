import { maxAddresses } from '../settings/limits.js';
import type { Client } from '../types.js';
import { HttpError } from './http-error.js';

const windowMs = 60_000;

/** Limits requests without a valid key per address. Uses the machine's clock, since the mock's may be frozen. */
export class AddressLimit {
  #counts = new Map<string, number>();
  #windowEnds = 0;

  /**
   * @param limit requests per address and minute
   * @param elapsed a monotonic clock in milliseconds, such as `performance.now`
   */
  constructor(
    readonly limit: number,
    private readonly elapsed: () => number,
  ) {}

  /**
   * Counts a request of an address. Requests through the mock's own `fetch` are not limited.
   *
   * @throws {HttpError} 429 if the limit is reached
   */
  take(client: Client): void {
    if (client.kind === 'program') return;
    const now = this.elapsed();
    if (now >= this.#windowEnds) {
      this.#counts = new Map();
      this.#windowEnds = now + windowMs;
    }
    const address = client.address ?? 'unknown';
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.limit || (count === 0 && this.#counts.size >= maxAddresses)) {
      const seconds = Math.max(1, Math.ceil((this.#windowEnds - now) / 1000));
      throw new HttpError(
        'RATE_LIMIT_EXCEEDED',
        `Too many requests without a valid API key from this address. Try again in ${seconds} seconds.`,
        {
          headers: {
            'Retry-After': String(seconds),
            'RateLimit-Policy': `"address";q=${this.limit};w=60`,
            RateLimit: `"address";r=0;t=${seconds}`,
          },
          details: { limit: this.limit, window_seconds: 60, retry_after_seconds: seconds },
        },
      );
    }
    this.#counts.set(address, count + 1);
  }
}
