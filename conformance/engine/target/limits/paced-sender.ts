import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, isServed, keyNames } from '../../http/exchange.js';
import type { WireRequest } from '../../http/send.js';
import { type Receipt, type Transport, unread } from '../transport.js';
import { WritesInFlight } from '../writes-in-flight.js';
import { BackOff } from './back-off.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type LimitsOf, LimitWatch, type SendAs } from './limit-watch.js';
import { RateLimiter } from './rate-limiter.js';

/** The failure of a request that was not sent because the circuit breaker is open. */
export const circuitOpen = 'not sent, because the target stopped responding';

interface PacedOptions {
  /** Returns a 429 instead of waiting for the rate limit. */
  readonly allow429?: boolean | undefined;
  /** Whether the same request was sent just before, so that its failure is no other sign of an outage. */
  readonly isRepeated?: boolean;
}

/** Sends requests within the rate limit, until the circuit breaker opens. */
export class PacedSender {
  readonly breaker = new CircuitBreaker();
  readonly limiter = new RateLimiter();
  readonly writes: WritesInFlight;
  readonly watch: LimitWatch;
  readonly #backOffs: Readonly<Record<Caller, BackOff>> = {
    caller: new BackOff(),
    second_caller: new BackOff(),
    spare: new BackOff(),
    anonymous: new BackOff(),
  };
  /** Keys that received a 429. */
  readonly #refused = new Set<Caller>();
  /** When the announced waits end. */
  readonly #announced = new Map<Caller, number>();

  /**
   * @param has whether there is a key for a caller
   * @param sendAs sends a cheap read with a key
   */
  constructor(
    readonly transport: Transport,
    readonly signal: AbortSignal,
    readonly limits: LimitsOf,
    readonly onWait: ((message: string) => void) | undefined,
    has: (as: Caller) => boolean,
    sendAs: SendAs,
  ) {
    this.writes = new WritesInFlight(signal);
    this.watch = new LimitWatch(this.limiter, limits, has, sendAs);
  }

  async send(as: Caller, wire: WireRequest, options: PacedOptions = {}): Promise<Receipt> {
    const { allow429 = false, isRepeated = false } = options;
    for (;;) {
      if (this.signal.aborted) return unread('the run was stopped');
      if (this.breaker.isOpen) return unread(circuitOpen);
      if (!allow429) await this.#waitForLimit(as);
      this.limiter.note(as);
      const receipt = await (wire.method === 'GET'
        ? this.transport.send(wire, this.signal)
        : this.writes.send((late) => this.transport.send(wire, late)));
      const { response, bytes, parts, attempts } = receipt;
      if (attempts > 1) this.watch.hasLost = true;
      for (let repeated = 1; repeated < attempts; repeated += 1) this.limiter.note(as);
      this.breaker.received(bytes, parts);
      if (response && response.status !== 429) {
        this.limiter.admitted(as);
        this.#backOffs[as].accepted();
      } else if (response && !allow429) {
        this.#refused.add(as);
        const isLower = await this.watch.isLower(as, response);
        if (!isLower && this.#backOffs[as].rejected(response.headers['retry-after'])) continue;
      }
      if (!isRepeated || isServed(receipt)) this.#noteHealth(receipt);
      return receipt;
    }
  }

  /** Whether a key is no longer used, because its limit was reached and is lower than stated. */
  isRefused(as: Caller): boolean {
    return this.watch.lower !== undefined && this.#refused.has(as);
  }

  /** Waits until a key's limit is reset, in milliseconds since 1970. */
  async waitUntil(as: Caller, end: number): Promise<void> {
    const wait = end - Date.now();
    if (wait <= 0) return;
    this.#announce(as, end);
    await pause(wait, undefined, { signal: this.signal }).catch(() => undefined);
  }

  #waitForLimit(as: Caller): Promise<void> {
    return this.waitUntil(as, Math.max(this.#backOffs[as].until, this.limiter.freeAt(as)));
  }

  /** Announces a wait once, although many requests wait. */
  #announce(as: Caller, end: number): void {
    if (Date.now() < (this.#announced.get(as) ?? 0)) return;
    this.#announced.set(as, end);
    const key = as === 'anonymous' ? 'requests without an API key' : `the ${keyNames[as]} API key`;
    const seconds = Math.ceil((end - Date.now()) / 1000);
    this.onWait?.(
      `waiting ${seconds} s for the rate limit of ${key} (${this.limits.rateLimit} requests per minute)`,
    );
  }

  #noteHealth(receipt: Receipt): void {
    const { response, failure, isLost } = receipt;
    if (isServed(receipt)) this.breaker.succeeded();
    else if (response) this.breaker.unreached(`status ${response.status} from a proxy in front of it`);
    else if (isLost && !this.signal.aborted) this.breaker.failed(failure ?? '');
  }
}
