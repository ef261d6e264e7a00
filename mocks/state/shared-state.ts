import type { RateLimit } from '../stages/rate-limit.js';
import type { MockResponse } from '../types.js';
import type { ClaimedKey, IdempotencyStore, StoreFull } from './idempotency-store.js';
import type { RateLimitStore } from './rate-limit-store.js';

/** State that several servers of one dataset share. */
export interface SharedState {
  /** A unique name of this server, for generated ids. */
  readonly replica: string;
  /** Milliseconds since the first server started, by the store's clock. */
  readonly elapsedMs: number;
  readonly idempotencyKeys: IdempotencyStore;
  readonly rateLimits: RateLimitStore;
  /**
   * @param version the caller's version; empty before the first write
   * @returns the current dataset; null if the caller's version is current
   */
  read(version: string): Promise<StoredDataset | null>;
  /** Commits a change and its response atomically. */
  commit(write: Write): Promise<Outcome>;
  close(): Promise<void>;
}

export interface StoredDataset {
  /** Unique for each write; empty before the first write. */
  readonly version: string;
  readonly text: string;
}

/** A write that has run and is not committed. */
export interface Write {
  /** The new dataset; null if the write changed nothing. */
  readonly change: { readonly from: string; readonly text: string } | null;
  /** The idempotency key of the write; null if it has none. */
  readonly claimed: ClaimedKey | null;
  readonly response: MockResponse;
  /** The mock's time, in milliseconds since 1970. */
  readonly now: number;
}

export type Outcome =
  | { readonly kind: 'committed'; readonly version: string }
  /** The dataset has changed since; the write must run again. */
  | { readonly kind: 'conflict' }
  /** The lease expired, and another request has claimed the key. */
  | { readonly kind: 'claim-lost' }
  /** The store is full; nothing was committed. */
  | StoreFull;

/**
 * Connects a mock to shared state.
 *
 * @throws {StateUnreachableError} if the store cannot be reached
 */
export type ConnectState = (dataset: {
  /** Identifies the servers that share the dataset. */
  readonly name: string;
  readonly rateLimit: RateLimit;
}) => Promise<SharedState>;

/** The store cannot be used. The message contains the reason and never the password. */
export class StateUnreachableError extends Error {
  override readonly name = 'StateUnreachableError';
}
