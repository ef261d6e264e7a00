import type { OperationId } from '../src/generated/operations.js';
import type { TransferFault } from './control/fault.js';
import type { HttpError } from './http/http-error.js';

export interface Clock {
  /** @returns milliseconds since 1970 */
  now(): number;
}

/** A raw request: nothing is decoded or parsed. */
export interface MockRequest {
  readonly method: string;
  /** The path exactly as sent, still percent-encoded, without query. */
  readonly path: string;
  /** The query exactly as sent, without its question mark. */
  readonly query: string;
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array | null;
  readonly client: Client;
}

/** The origin of a request. An unknown origin is never treated as this program. */
export type Client =
  /** The program that created the mock, through `mock.fetch`. */
  | { readonly kind: 'program' }
  | {
      readonly kind: 'socket';
      /** The remote address when the connection was opened; null if it was closed by then. */
      readonly address: string | null;
      /** Whether other machines can reach the server. */
      readonly isExposed: boolean;
    };

/** A response. Servers omit its body in response to HEAD. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A fault to inject while the response is sent. */
  readonly transfer?: TransferFault | undefined;
}

/**
 * Responds to a request. Never throws and never rejects.
 *
 * @param httpError an error found before the first stage
 */
export type Pipeline = (request: MockRequest, httpError?: HttpError) => Promise<MockResponse>;

/** A request that has been matched, authenticated and validated. */
export interface OperationRequest {
  readonly operationId: OperationId;
  /** Decoded path parameters, with the types of the document. */
  readonly path: Readonly<Record<string, any>>;
  /** Query parameters, with the types and defaults of the document. Repeatable parameters are arrays. */
  readonly query: Readonly<Record<string, any>>;
  /** The parsed body of a write. */
  readonly body: any;
  /** The API key of the caller. */
  readonly apiKey: string;
}

/**
 * Implements operations: returns the `data` of the envelope, or throws an `HttpError`. Synchronous, so that no other
 * request runs between the reads and the writes of one.
 */
export type OperationHandler = (request: OperationRequest) => unknown;
