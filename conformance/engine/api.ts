import type { CompleteExchange, RequestPlan } from './http/exchange.js';
import type { ReceiverAddress } from './http/receiver.js';
import type { BillReport, Reference } from './judge/bill-report.js';
import type { Result } from './judge/result.js';
import type { Standards } from './judge/standards.js';
import type { Fixtures, Found, Operation, OperationId } from './operation.js';
import type { Deliveries, FirstWrites, KeyedWrites } from './run/scenarios.js';
import type { Scope } from './run/scope.js';
import type { RunOptions } from './run-options.js';
import type { Target } from './target/target.js';
import type { TargetApi } from './target/target-api.js';

/** Everything that the engine knows of the API that it tests. */
export interface Api extends Standards, TargetApi {
  readonly fixtures: FixturesOf;
  /**
   * Fails fast if the base URL does not point at this API.
   *
   * @param first the exchange of the first request
   * @throws {CannotStart}
   */
  expectApi(target: Target, address: string, first: CompleteExchange, scope: Scope): Promise<void>;
  /** Reads the lists of a server whose ids requests need. */
  discover(target: Target, fixtures: Fixtures, scope: Scope): Promise<Found>;
  readonly requests: RequestsOf;
  readonly writes: WritesOf;
  deliverEvents(target: Target, found: Found, receiver?: ReceiverAddress): Promise<Deliveries>;
  /** Opens the data of `--data`. */
  openReference(options: RunOptions): Promise<Reference>;
  /** Returns notes on what a server is compared with, and on what it cannot be compared with. */
  notesOnReference(reference: Reference, found: Found, target: Target): Promise<string[]>;
  notesOnComparison(report: BillReport | null): string[];
}

/** Data about a server that its API does not list. */
interface FixturesOf {
  /** Where a server may publish them. */
  readonly path: string;
  /**
   * @param where their location, for messages
   * @throws {CannotStart} if they are invalid
   */
  read(value: unknown, where: string): Fixtures;
  /** Drops URLs of other origins, so that a remote server cannot make the suite call them; the operator may. */
  withOwnUrls(fixtures: Fixtures, url: URL): Fixtures;
  /** Returns a template of those that blocked results need; null if they need none. */
  template(results: readonly Result[]): Readonly<Record<string, unknown>> | null;
}

/** The correct requests to the operations. */
interface RequestsOf {
  /**
   * Returns correct requests to a read, the likeliest to succeed first.
   *
   * @throws {Blocked | NotApplicable} if a required id was not found
   */
  reads(id: OperationId, found: Found): RequestPlan[];
  /** Returns reads of resources that may exist, whose responses are judged like that of a known one. */
  furtherReads(plan: RequestPlan): RequestPlan[];
  /** @throws {Blocked | NotApplicable} if a resource that a correct request needs was not found */
  expectResources(operation: Operation, found: Found): void;
  /** A request with ids that no server has. */
  placeholder(operation: Operation): RequestPlan;
  /** Whether 404 may mean an unknown resource instead of an unknown operation. */
  mayBeUnknown(operation: Operation): boolean;
  /** Whether the server lists the id of the correct request. */
  isListed(operation: Operation, found: Found): boolean;
  /** Returns why checks of an operation do not apply if its resource does not exist; undefined if it must exist. */
  absenceOf(id: OperationId): string | undefined;
}

/** The scenarios of writes with idempotency keys. */
interface WritesOf {
  /** The operation whose scenario contains the write of an operation, such as the removal of what it creates. */
  scenarioOf(operation: Operation): OperationId;
  /** Runs the scenario of an operation. */
  run(
    id: OperationId,
    target: Target,
    found: Found,
    onFirst: (first: FirstWrites) => void,
  ): Promise<KeyedWrites>;
}
