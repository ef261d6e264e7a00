import type { Operation, OperationId } from '../src/generated/operations.js';
import type { Claim } from './claim.js';
import type { CompleteExchange } from './http/exchange.js';
import type { Probe } from './probe.js';
import type { SeenExchange } from './traffic/seen-exchange.js';

/** A claim about one answer, judged on every answer it bears on; it needs nothing but the exchange. */
export interface ExchangeCheck extends Claim {
  readonly kind: 'exchange';
  /** Which answers it bears on by their status: 2xx, 4xx and 5xx, or all. */
  readonly on: 'success' | 'failure' | 'response';
  /** The operations it bears on; all of them, and unknown routes, when absent. */
  readonly operations?: readonly OperationId[];
  /** Narrows further; an answer for which this is false is not judged. */
  when?(exchange: CompleteExchange): boolean;
  /** @throws {Finding} when the answer breaks the claim */
  run(exchange: CompleteExchange): void;
}

/** How a claim shows in traffic that was not made for it, as far as it does. */
export interface Watch {
  /**
   * Whether an answer tells anything of the claim.
   *
   * @param before writes of the same caller with the same idempotency key that had ended by then
   */
  when(exchange: SeenExchange, before: readonly SeenExchange[]): boolean;
  /** @throws {Finding} when the answer breaks the claim */
  run(exchange: SeenExchange, before: readonly SeenExchange[]): void;
}

/** A claim that needs requests of its own. */
export interface ProbeCheck extends Claim {
  readonly kind: 'probe';
  /** The operations it is run for, one verdict each; `api` for one verdict on the whole. */
  readonly operations: 'api' | readonly OperationId[] | ((operation: Operation) => boolean);
  /** True when it sends requests that may change something. */
  readonly writes?: boolean;
  /** True when it may use up the minute's requests of an API key. */
  readonly exhaustsRateLimit?: boolean;
  /** True when it sends what may bring a server down; such checks run last, one at a time. */
  readonly disruptive?: boolean;
  /** Most requests it sends with the caller's key beside those that others share; 1 when absent. */
  readonly cost?: number;
  /**
   * @throws {Finding} when the server breaks the claim
   * @throws {Blocked | NotApplicable} when nothing can be said
   */
  run(probe: Probe): Promise<void>;
  /** The same claim on requests that somebody else makes. */
  readonly watch?: Watch;
}

export type Check = ExchangeCheck | ProbeCheck;
