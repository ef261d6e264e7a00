import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, isServed } from '../http/exchange.js';
import type { WireRequest } from '../http/send.js';
import { BackOff } from './back-off.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { RateLimiter } from './rate-limiter.js';
import { type Receipt, type Transport, unread } from './transport.js';
import { WritesInFlight } from './writes-in-flight.js';

/** The failure of a request that was not sent because the circuit breaker is open. */
export const givenUp = 'not sent, because the target stopped responding';

/** Sends requests within the rate limit, until the circuit breaker opens. */
export class PacedSender {
  readonly breaker = new CircuitBreaker();
  readonly limiter = new RateLimiter();
  readonly writes: WritesInFlight;
  readonly #backOff = new BackOff();

  /** @param onWait called with a message when the run has to wait */
  constructor(
    readonly transport: Transport,
    readonly signal: AbortSignal,
    readonly onWait: ((message: string) => void) | undefined,
  ) {
    this.writes = new WritesInFlight(signal);
  }

  /** @param allow429 returns a 429 instead of waiting for the rate limit */
  async send(as: Caller, wire: WireRequest, allow429 = false): Promise<Receipt> {
    for (;;) {
      if (this.signal.aborted) return unread('the run was stopped');
      if (this.breaker.isOpen) return unread(givenUp);
      if (!allow429) await this.#waitForLimit(as);
      this.limiter.note(as);
      const receipt = await (wire.method === 'GET'
        ? this.transport.send(wire, this.signal)
        : this.writes.send((late) => this.transport.send(wire, late)));
      const { response, bytes, parts } = receipt;
      this.breaker.received(bytes, parts);
      if (response && response.status !== 429) this.#backOff.accepted();
      else if (response && !allow429 && this.#backOff.rejected(response.headers['retry-after'])) continue;
      this.#noteHealth(receipt);
      return receipt;
    }
  }

  async #waitForLimit(as: Caller): Promise<void> {
    const wait = Math.max(this.#backOff.until, this.limiter.freeAt(as)) - Date.now();
    if (wait <= 0) return;
    this.onWait?.(`waiting ${Math.ceil(wait / 1000)} s for the rate limit`);
    await pause(wait, undefined, { signal: this.signal }).catch(() => undefined);
  }

  #noteHealth(receipt: Receipt): void {
    const { response, failure, isLost } = receipt;
    if (isServed(receipt)) this.breaker.succeeded();
    else if (response) this.breaker.failed(`status ${response.status} from a proxy in front of it`);
    else if (isLost && !this.signal.aborted) this.breaker.failed(failure ?? '');
  }
}
