import type { Exchange, RequestPlan } from '../http/exchange.js';
import type { Register } from '../operation.js';

/** The writes with idempotency keys to one operation. */
export type KeyedWrites = Register extends { keyedWrites: infer Own } ? Own : FirstWrites;

/** Events that a server delivered. */
export type Deliveries = Register extends { deliveries: infer Own } ? Own : object;

/** A request that was sent, and its exchange. */
export interface Sent {
  readonly plan: RequestPlan;
  readonly exchange: Exchange;
}

/** The first writes with idempotency keys, which are known before the others are sent. */
export interface FirstWrites {
  /** The first use of a key. */
  readonly fresh: Sent;
  /** The removal of the created resource, if the API and the server support it. */
  readonly deletion: Sent | null;
}
