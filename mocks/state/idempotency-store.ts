import type { MockResponse } from '../types.js';

/** A key that a write runs under, until its answer is kept or its failure forgotten. */
export interface ClaimedKey {
  readonly apiKey: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Tells this run from every other one of the same key. */
  readonly run: string;
}

/** What a key means to the request that brings it. */
export type Claim =
  /** The first request with this key: it must run, then complete or release. */
  | { readonly kind: 'fresh'; readonly claimed: ClaimedKey }
  /** The first request has not finished. */
  | { readonly kind: 'in-flight' }
  /** The first request came with another method, path or body. */
  | { readonly kind: 'reused' }
  /** The first request succeeded: this was its answer. */
  | { readonly kind: 'replay'; readonly response: MockResponse }
  /** There is no room to store another response: the request must not run. */
  | StoreFull;

/** No stored response is given up for a new one. */
export interface StoreFull {
  readonly kind: 'full';
  /** Until the oldest response expires. */
  readonly retryAfterSeconds: number;
}

/**
 * @param expires of the oldest response, in milliseconds since 1970; undefined where all is in flight
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(expires: number | undefined, now: number): number {
  return Math.max(1, Math.ceil(((expires ?? now) - now) / 1000));
}

/**
 * Remembers what keyed writes were answered, and forgets none before its time. Each call is one atomic step,
 * also where several servers share a store. Keys are told apart by the API key that sent them.
 */
export interface IdempotencyStore {
  /**
   * @param fingerprint what makes the request the same request: method, path and body
   * @param now milliseconds since 1970
   */
  claim(apiKey: string, key: string, fingerprint: string, now: number): Claim | Promise<Claim>;
  /** Keeps the answer of a claimed request from now on, for as long as the contract says. */
  complete(claimed: ClaimedKey, response: MockResponse, now: number): void | Promise<void>;
  /** Forgets a claimed request that failed, so that the next one runs. */
  release(claimed: ClaimedKey): void | Promise<void>;
}
