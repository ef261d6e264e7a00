import type { RateLimit } from '../stages/rate-limit.js';
import type { MockResponse } from '../types.js';
import type { ClaimedKey, IdempotencyStore, StoreFull } from './idempotency-store.js';
import type { RateLimitStore } from './rate-limit-store.js';

/** What servers of one world share, so that together they act as one. */
export interface SharedState {
  /** A word of this server alone, for the ids that it makes up. */
  readonly replica: string;
  /** How long ago the first of the servers started, in milliseconds of the store's clock. */
  readonly elapsedMs: number;
  readonly idempotencyKeys: IdempotencyStore;
  readonly rateLimits: RateLimitStore;
  /**
   * @param known the version the caller has; an empty one is that of a world nobody has written to
   * @returns what the world is now; null when it is what the caller knows
   */
  read(known: string): Promise<StoredDataset | null>;
  /** Makes a write true and keeps its answer, both or neither. */
  commit(write: Write): Promise<Outcome>;
  close(): Promise<void>;
}

export interface StoredDataset {
  /** Another one after each write, and never the same again; empty where nobody has written yet. */
  readonly version: string;
  readonly text: string;
}

/** A write that has run, before anybody can see it. */
export interface Write {
  /** What it made of the world; null when it changed nothing. */
  readonly change: { readonly from: string; readonly text: string } | null;
  /** The key under which its answer is kept; null for a write without one. */
  readonly claimed: ClaimedKey | null;
  readonly response: MockResponse;
  /** Milliseconds since 1970 on the mock's clock. */
  readonly now: number;
}

export type Outcome =
  | { readonly kind: 'committed'; readonly version: string }
  /** Somebody else has changed the world meanwhile: the write must run again, on what it is now. */
  | { readonly kind: 'overtaken' }
  /** It took longer than the lease of its key, and somebody else has claimed that since. */
  | { readonly kind: 'claim-lost' }
  /** There is no room for its answer, so nothing has become true. */
  | StoreFull;

/**
 * Joins the servers of a world.
 *
 * @throws {StateUnreachableError} when there is no store to join them at
 */
export type ConnectState = (dataset: {
  /** The same for all servers that show the same world, and for no others. */
  readonly name: string;
  readonly rateLimit: RateLimit;
}) => Promise<SharedState>;

/** The store cannot be used; the message says why, and never holds a password. */
export class StateUnreachableError extends Error {
  override readonly name = 'StateUnreachableError';
}
