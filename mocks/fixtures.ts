/**
 * What a caller cannot find out through the API itself, in the form of the well-known document.
 * A part is missing where the world has no such thing.
 */
export interface Fixtures {
  /** Keys that are public anyway: caller, stranger, and one whose limit may be used up. */
  readonly api_keys?: readonly string[];
  readonly audit_id?: number;
  readonly recommendation_id?: string;
  /** A tag key with the version it has now. */
  readonly tag_key?: { readonly id: string; readonly name: string; readonly version: number };
  readonly commitments?: {
    /** A running reservation that can be priced. */
    readonly reservation?: string;
    /** One whose price lookup fails. */
    readonly unpriced?: string;
    /** One for which a renewal purchase has been raised. */
    readonly raised?: string;
    /** One for which none has been raised. */
    readonly unraised?: string;
  };
  readonly providers?: readonly string[];
  /** A request header by which an answer is held back, in milliseconds. */
  readonly latency_header?: string;
  /** Where `{type, event}` is posted to cause an event; an address relative to the server's. */
  readonly events_url?: string;
  /** Where `{advance: seconds}` is put to let the clock jump; an address relative to the server's. */
  readonly clock_url?: string;
  /** What deliveries are signed with, where that is public anyway. */
  readonly webhook_secret?: string;
}
