/** What became of one request. */
export interface RateLimitState {
  readonly admitted: boolean;
  /** Requests the key may still make now. */
  readonly remaining: number;
  /** Whole seconds until more become available. */
  readonly resetSeconds: number;
}

/** Counts requests by key. Each call is one atomic step, also where several servers share a store. */
export interface RateLimitStore {
  /** Counts one request of `key` at `now` (milliseconds since 1970), unless the limit is reached. */
  take(key: string, now: number): RateLimitState | Promise<RateLimitState>;
}
