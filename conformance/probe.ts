import type { Operation, OperationId } from '../src/generated/operations.js';
import type { CorrectRequest } from './baselines.js';
import type { Found } from './discovery.js';
import type { CompleteExchange, RequestPlan } from './http/exchange.js';
import type { Deliveries } from './scenarios/deliveries.js';
import type { KeyedWrites } from './scenarios/keyed-write.js';
import type { SendOptions, Target } from './target/target.js';

/** What a check has to work with. */
export interface Probe {
  /** The operation the verdict is about; for a check on the whole API, the first of the document. */
  readonly operation: Operation;
  readonly found: Found;
  readonly target: Target;
  /**
   * A request to the operation with nothing wrong in it, and its success.
   *
   * @throws {Blocked | NotApplicable} when there is none
   */
  correct(id?: OperationId): Promise<CorrectRequest>;
  /**
   * @returns the answer, whatever its status
   * @throws {Blocked} when none came; that there is one is the claim of a check of its own
   */
  send(plan: RequestPlan, options?: SendOptions): Promise<CompleteExchange>;
  /**
   * Operations in scope that the service states and the server does not have.
   *
   * @throws {NotApplicable} when they may be missing
   */
  missing(): Promise<readonly OperationId[]>;
  /**
   * The story of writes with idempotency keys, told once however many checks ask.
   *
   * @throws {Blocked}
   */
  keyedWrites(id: OperationId): Promise<KeyedWrites>;
  /**
   * The story of events that are caused and received, told once however many checks ask.
   *
   * @throws {Blocked | NotApplicable}
   */
  deliveries(): Promise<Deliveries>;
}
