/**
 * The fixtures document: values that cannot be discovered through the API.
 * A field is absent if the dataset has no such value.
 */
export interface Fixtures {
  /** Public API keys: caller, second caller, and one whose rate limit may be exhausted. */
  readonly api_keys?: readonly string[];
  readonly audit_id?: number;
  readonly recommendation_id?: string;
  /** A tag key and its current version. */
  readonly tag_key?: { readonly id: string; readonly name: string; readonly version: number };
  readonly commitments?: {
    /** An active reservation with a price. */
    readonly reservation?: string;
    /** A commitment whose price lookup fails. */
    readonly unpriced?: string;
    /** A commitment with a renewal purchase. */
    readonly raised?: string;
    /** A commitment without a renewal purchase. */
    readonly unraised?: string;
  };
  readonly providers?: readonly string[];
  /** The request header that delays a response, in milliseconds. */
  readonly latency_header?: string;
  /** Path for `POST {type, event}`, which emits an event. */
  readonly events_url?: string;
  /** Path for `PUT {advance: seconds}`, which advances the clock. */
  readonly clock_url?: string;
  /** The secret that signs deliveries, if it is public. */
  readonly webhook_secret?: string;
}
