import type { Claim } from './claim.js';
import type { CompleteExchange } from './http/exchange.js';
import type { Operation, OperationId } from './operation.js';
import type { Probe } from './run/probe.js';
import type { SeenExchange } from './traffic/seen-exchange.js';

/** A claim about a single exchange, judged on every exchange that it applies to; it sends no request. */
export interface PassiveCheck extends Claim {
  readonly kind: 'passive';
  /** The responses it applies to by status: 2xx, 4xx and 5xx, or all. */
  readonly on: 'success' | 'failure' | 'response';
  /** The operations it applies to; defaults to all operations and unknown routes. */
  readonly operations?: readonly OperationId[];
  /** Restricts the check further: an exchange for which this returns false is not judged. */
  when?(exchange: CompleteExchange): boolean;
  /** @throws {Finding} if the response violates the claim */
  run(exchange: CompleteExchange): void;
}

/** Judges the claim of an active check on recorded traffic, as far as possible. */
export interface OnTraffic {
  /**
   * Whether the claim applies to an exchange.
   *
   * @param before earlier writes of the same caller with the same idempotency key, already completed
   */
  when(exchange: SeenExchange, before: readonly SeenExchange[]): boolean;
  /** @throws {Finding} if the response violates the claim */
  run(exchange: SeenExchange, before: readonly SeenExchange[]): void;
}

/** A claim that is tested by sending requests. */
export interface ActiveCheck extends Claim {
  /** The kind of a check that does not name one. */
  readonly kind?: 'active';
  /** The operations it runs on, with a verdict for each; `api` for one verdict on the whole API. */
  readonly operations: 'api' | readonly OperationId[] | ((operation: Operation) => boolean);
  /** True if it sends requests that may change data. */
  readonly writes?: boolean;
  /** True if it exhausts the rate limit of an API key; `optional` if it can also conclude without. */
  readonly exhaustsRateLimit?: boolean | 'optional';
  /** True if it sends requests that may crash a server; such checks run last, one at a time. */
  readonly disruptive?: boolean;
  /** True if it looks at what other checks have left; such checks run after all others. */
  readonly atEnd?: boolean;
  /** True if it compares figures with the bill that the server was loaded with. */
  readonly needsBill?: true;
  /** Most requests it sends with the caller's key in addition to shared ones; defaults to 1. */
  readonly requests?: number;
  /** True if it sends them with another API key where that has the same access (`correctOfAnyKey`). */
  readonly anyKey?: boolean;
  /**
   * @throws {Finding} if the server violates the claim
   * @throws {Blocked | NotApplicable} if the claim cannot be tested or does not apply
   */
  run(probe: Probe): Promise<void>;
  /** The same claim on recorded traffic. */
  readonly onTraffic?: OnTraffic;
}

export type Check = PassiveCheck | ActiveCheck;
