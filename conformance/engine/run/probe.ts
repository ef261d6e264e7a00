import type { CompleteExchange, RequestPlan } from '../http/exchange.js';
import type { Reference } from '../judge/bill-report.js';
import type { Found, Operation, OperationId } from '../operation.js';
import type { Target } from '../target/target.js';
import type { SendOptions } from '../target/target-api.js';
import type { Deliveries, KeyedWrites } from './scenarios.js';

/** A correct request and its success, to which responses to invalid requests are compared. */
export interface CorrectRequest {
  readonly plan: RequestPlan;
  readonly exchange: CompleteExchange;
}

/** The interface of a check to the target. */
export interface Probe {
  /** The operation under test; for a check of the whole API, the first of the document. */
  readonly operation: Operation;
  readonly found: Found;
  readonly target: Target;
  /** The bill that the server was loaded with, if it is known. */
  readonly bill: Reference | null;
  /**
   * Returns a correct request to an operation and its successful response.
   *
   * @throws {Blocked | NotApplicable} if there is none
   */
  correct(id?: OperationId): Promise<CorrectRequest>;
  /**
   * Returns a correct request to the operation with any of the API keys, for a claim that does not depend on the
   * caller's data or permissions.
   *
   * @param options.withSameData for other claims: only a key that reads the same data as the caller
   * @throws {Blocked | NotApplicable} if there is none
   */
  correctOfAnyKey(options?: { readonly withSameData: boolean }): Promise<CorrectRequest>;
  /**
   * Sends a request.
   *
   * @returns the exchange with a response of any status
   * @throws {Blocked} if there is no response
   */
  send(plan: RequestPlan, options?: SendOptions): Promise<CompleteExchange>;
  /**
   * Returns the stated operations in scope that the server does not implement.
   *
   * @throws {NotApplicable} if they may be missing
   */
  missing(): Promise<readonly OperationId[]>;
  /** @throws {NotApplicable} if the third key's rate limit may not be exhausted */
  expectSpare(): void;
  /**
   * Returns the scenario of writes with idempotency keys, which runs once for all checks.
   *
   * @throws {Blocked} if a write cannot be sent
   */
  keyedWrites(id: OperationId): Promise<KeyedWrites>;
  /**
   * Returns the scenario of triggered and received events, which runs once for all checks.
   *
   * @throws {Blocked | NotApplicable} if events cannot be triggered or received
   */
  deliveries(): Promise<Deliveries>;
}
