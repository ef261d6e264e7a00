import { mostAddresses } from './limits.js';
import { Refusal } from './refusal.js';
import type { Client } from './types.js';

const windowMs = 60_000;

/** Counts what each address sends without a valid key, by the machine's clock: the mock's may stand still. */
export class AddressLimit {
  #counts = new Map<string, number>();
  #windowEnds = 0;

  /**
   * @param limit how many requests of each address are let through in a minute
   * @param elapsed a monotonic count of milliseconds, such as `performance.now`
   */
  constructor(
    readonly limit: number,
    private readonly elapsed: () => number,
  ) {}

  /**
   * Takes one of the requests that an address has. The program that made the mock has any number.
   *
   * @throws {Refusal} 429 when there is none left
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
    if (count >= this.limit || (count === 0 && this.#counts.size >= mostAddresses)) {
      const seconds = Math.max(1, Math.ceil((this.#windowEnds - now) / 1000));
      throw new Refusal(
        'RATE_LIMIT_EXCEEDED',
        `Too many requests without a valid API key come from this address; try again in ${seconds} seconds.`,
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
