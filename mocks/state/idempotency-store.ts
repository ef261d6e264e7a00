import type { MockResponse } from '../types.js';

/** An idempotency key claimed by a write, until the write completes or fails. */
export interface ClaimedKey {
  readonly apiKey: string;
  readonly key: string;
  /** Identifies this run of the write. */
  readonly run: string;
}

/** The result of claiming an idempotency key. */
export type Claim =
  /** The key is new. The caller must run the request, then complete or release the key. */
  | { readonly kind: 'fresh'; readonly claimed: ClaimedKey }
  /** The first request with the key is still running. */
  | { readonly kind: 'in-flight' }
  /** The first request with the key succeeded with this response. */
  | { readonly kind: 'replay'; readonly response: MockResponse }
  /** The store is full. The request must not run. */
  | StoreFull;

/** Stored responses are not evicted for new ones. */
export interface StoreFull {
  readonly kind: 'full';
  /** Time until the oldest response expires. */
  readonly retryAfterSeconds: number;
}

/**
 * @param expires when the oldest response expires, in milliseconds since 1970; undefined if all keys are in flight
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(expires: number | undefined, now: number): number {
  return Math.max(1, Math.ceil(((expires ?? now) - now) / 1000));
}

/**
 * Stores the responses of writes with an idempotency key until they expire. Each call is atomic, also if several
 * servers share the store. Keys are scoped to the API key.
 */
export interface IdempotencyStore {
  /** @param now milliseconds since 1970 */
  claim(apiKey: string, key: string, now: number): Claim | Promise<Claim>;
  /** Stores the response of a claimed request for the retention period of the contract. */
  complete(claimed: ClaimedKey, response: MockResponse, now: number): void | Promise<void>;
  /** Releases the key of a failed request, so that the next request with it runs. */
  release(claimed: ClaimedKey): void | Promise<void>;
}
