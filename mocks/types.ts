import type { OperationId } from '../src/generated/operations.js';

/** Tells the time, in milliseconds since 1970; tests and the control plane can move it. */
export interface Clock {
  now(): number;
}

/** A request as it came in: nothing decoded, nothing parsed. */
export interface MockRequest {
  readonly method: string;
  /** The path exactly as sent, still percent-encoded, without query. */
  readonly path: string;
  /** The query exactly as sent, without its question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array | null;
  readonly client: Client;
}

/** Who sends a request. What is not known is somebody else, and never this program. */
export type Client =
  /** The program that made the mock, which calls its `fetch`. */
  | { readonly kind: 'program' }
  | {
      readonly kind: 'socket';
      /** Of the other end when the connection was opened; null where it was gone by then. */
      readonly address: string | null;
      /** Whether other machines can reach the address that the server listens on. */
      readonly isExposed: boolean;
    };

/** An answer ready to be sent; to HEAD a server sends it without its body. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** How the answer goes wrong on its way; absent where it does not. */
  readonly transfer?: Transfer | undefined;
}

/** What a server is to do to an answer while it sends it. */
export type Transfer =
  /** End the connection instead. */
  | { readonly kind: 'drop' }
  /** End the connection after so many bytes of the body. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Send the body slowly. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number };

/** A request that has been matched, authenticated and validated: what the world answers. */
export interface OperationRequest {
  readonly operationId: OperationId;
  /** Path parameters, decoded, with the type the document gives them. */
  readonly path: Readonly<Record<string, any>>;
  /** Query parameters with their type, defaults filled in; repeatable ones are arrays where sent. */
  readonly query: Readonly<Record<string, any>>;
  /** The parsed body of a write. */
  readonly body: any;
  /** The API key that asks. */
  readonly apiKey: string;
}

/** What the world says to a request; the pipeline puts the envelope around it. */
export type OperationResponse =
  | { readonly data: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly failure: Failure };

/** The body of a success, written before. */
export interface WrittenResponse {
  readonly body: string;
}

/** A whole answer taken from the document, its envelope included. */
export interface DocumentedResponse {
  readonly status: number;
  readonly envelope: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** A failure of the contract, before its envelope. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/**
 * One operation of the dataset: computed from its ledger, or a write to its state. It returns at once, so
 * that no other request comes between what it reads and what it writes.
 */
export type OperationHandler = (request: OperationRequest) => OperationResponse;
