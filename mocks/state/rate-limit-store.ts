/** The rate limit of a key after a request. */
export interface RateLimitState {
  readonly admitted: boolean;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** Seconds until more requests become available, rounded up. */
  readonly resetSeconds: number;
}

/** Counts requests by key. Each call is atomic, also if several servers share the store. */
export interface RateLimitStore {
  /** Counts one request of `key` at `now` (milliseconds since 1970), unless the limit is reached. */
  take(key: string, now: number): RateLimitState | Promise<RateLimitState>;
}
