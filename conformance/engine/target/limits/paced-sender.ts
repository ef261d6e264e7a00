import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, type HttpResponse, isServed, keyNames } from '../../http/exchange.js';
import type { WireRequest } from '../../http/send.js';
import type { TargetOptions } from '../target-options.js';
import { type Receipt, type Transport, unread } from '../transport.js';
import { WritesInFlight } from '../writes-in-flight.js';
import { BackOff } from './back-off.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type LimitsOf, LimitWatch, type SendAs } from './limit-watch.js';
import { RateLimiter } from './rate-limiter.js';

/** The failure of a request that was not sent because the circuit breaker is open. */
export const circuitOpen = 'not sent, because the target stopped responding';

/** A wait that ends less than this many milliseconds after an announced one belongs to it: both are for requests of one moment. */
const longestOverlap = 1000;

const waitWithSystem = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal });

interface PacedOptions {
  /** Returns a 429 instead of waiting for the rate limit. */
  readonly allow429?: boolean | undefined;
  /** Whether the same request was sent just before, so that its failure is no other sign of an outage. */
  readonly isRepeated?: boolean;
  /** Does not wait for the requests of the caller to be spaced. */
  readonly atOnce?: boolean | undefined;
}

/** Sends requests within the rate limit, until the circuit breaker opens. */
export class PacedSender {
  readonly breaker = new CircuitBreaker();
  readonly limiter: RateLimiter;
  /** Requests per minute and key, evenly spaced; undefined for as fast as the limit allows. */
  readonly rate: number | undefined;
  readonly #wait: (ms: number) => Promise<unknown>;
  readonly writes: WritesInFlight;
  readonly watch: LimitWatch;
  readonly #backOffs: Readonly<Record<Caller, BackOff>>;
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
    { rate, wait = waitWithSystem }: Pick<TargetOptions, 'rate' | 'wait'> = {},
  ) {
    this.rate = rate;
    this.#wait = (ms) => wait(ms, signal).catch(() => undefined);
    this.limiter = new RateLimiter(rate);
    // Who paces a run accepts that it takes long.
    const backOff = () => new BackOff(rate === undefined ? undefined : Number.POSITIVE_INFINITY);
    this.#backOffs = {
      caller: backOff(),
      second_caller: backOff(),
      spare: backOff(),
      anonymous: backOff(),
    };
    this.writes = new WritesInFlight(signal);
    this.watch = new LimitWatch(this.limiter, limits, has, sendAs);
  }

  async send(as: Caller, wire: WireRequest, options: PacedOptions = {}): Promise<Receipt> {
    const { allow429 = false, isRepeated = false, atOnce = false } = options;
    for (;;) {
      if (this.signal.aborted) return unread('the run was stopped');
      if (this.breaker.isOpen) return unread(circuitOpen);
      await this.#turn(as, allow429, atOnce);
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
        const isLower = await this.#isLower(as, response);
        if (!isLower && this.#backOffs[as].rejected(response.headers['retry-after'])) continue;
      }
      if (!isRepeated || isServed(receipt)) this.#noteHealth(receipt);
      return receipt;
    }
  }

  /** Whether a 429 ends the use of a key. A paced run expects a lower limit, and waits. */
  async #isLower(as: Caller, response: HttpResponse): Promise<boolean> {
    if (this.rate !== undefined) return false;
    this.#refused.add(as);
    return this.watch.isLower(as, response);
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
    await this.#wait(wait);
  }

  /** Waits until a request may be sent. */
  async #turn(as: Caller, allow429: boolean, atOnce: boolean): Promise<void> {
    // Such requests exhaust the limit on purpose.
    if (allow429 && atOnce) return;
    do {
      if (!allow429) await this.waitUntil(as, this.#limitedUntil(as));
      const wait = this.limiter.reserve(as) - Date.now();
      if (wait > 0 && !atOnce) await this.#wait(wait);
      // Another request may have received a 429 meanwhile.
    } while (!allow429 && !this.signal.aborted && this.#limitedUntil(as) > Date.now());
  }

  #limitedUntil(as: Caller): number {
    return Math.max(this.#backOffs[as].until, this.limiter.freeAt(as));
  }

  /** Announces a wait once, although many requests wait, and some of them a little longer. */
  #announce(as: Caller, end: number): void {
    const announced = this.#announced.get(as) ?? 0;
    if (Date.now() < announced || end < announced + longestOverlap) return;
    this.#announced.set(as, end);
    const key = as === 'anonymous' ? 'requests without an API key' : `the ${keyNames[as]} API key`;
    const seconds = Math.ceil((end - Date.now()) / 1000);
    this.onWait?.(
      `waiting ${seconds} s for the rate limit of ${key} (${this.rate ?? this.limits.rateLimit} requests per minute)`,
    );
  }

  #noteHealth(receipt: Receipt): void {
    const { response, failure, isLost } = receipt;
    if (isServed(receipt)) this.breaker.succeeded();
    else if (response) this.breaker.unreached(`status ${response.status} from a proxy in front of it`);
    else if (isLost && !this.signal.aborted) this.breaker.failed(failure ?? '');
  }
}
