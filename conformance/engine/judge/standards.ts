import type { Check } from '../check.js';
import type { CompleteExchange } from '../http/exchange.js';
import type { Operation, OperationId } from '../operation.js';

/** A required field that a response lacks, or whose type is not the documented one. */
export interface Departure {
  /** The field, with `[]` in place of a row: `data.items[].id`. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
}

/** The missing content of a success that other claims require. */
export interface MissingContent {
  /** A predicate such as "has no `data`". */
  readonly what: string;
  /** The check that fails because of it. */
  readonly dependsOn: string;
}

/** A requirement of the API, and the checks that test it. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** The operations that it is about; null is the API as a whole. */
  readonly operations: readonly string[] | null;
  readonly checks: readonly string[];
}

/** What judging responses needs to know of an API. */
export interface Standards {
  /** The version of the API's contract. */
  readonly version: string;
  /** The version of the suite of checks. */
  readonly suiteVersion: string;
  /** The start of every path, such as `/api/v1`. */
  readonly basePath: string;
  readonly operations: readonly Operation[];
  readonly checks: readonly Check[];
  readonly requirements: readonly Requirement[];
  /** Whether the API does not state an operation, so that a violation in it only warns. */
  isProposed(id: OperationId): boolean;
  /** Returns the content that a success lacks; undefined if it has content. */
  missingContent(exchange: CompleteExchange): MissingContent | undefined;
  /** Returns the body of a failure that the proxy itself sends. */
  failureOf(status: number, message: string): object;
  /** Returns the first part of a success that departs from the documented shape of its operation; null if none does. */
  departureOf(exchange: CompleteExchange): Departure | null;
}
