/** Where a server may publish its {@link Fixtures}. */
export const fixturesPath = '/.well-known/cost-contract.json';

/**
 * Data about a server that its API does not list. A server may publish it at
 * `/.well-known/cost-contract.json`, or the operator passes the same JSON. Every property is optional;
 * checks that require a missing one are blocked.
 */
export interface Fixtures {
  /** Public test API keys: the caller's, a second caller's, and one whose rate limit may be exhausted. */
  readonly api_keys?: readonly string[];
  /** Id of a realized savings audit. */
  readonly audit_id?: number;
  /** Id of a recommendation with a list of repository targets. */
  readonly recommendation_id?: string;
  /** A virtual tag key that may be updated; its name stays the same. */
  readonly tag_key?: { readonly id: string; readonly name: string; readonly version: number };
  readonly commitments?: {
    /** A reservation that can be priced. */
    readonly reservation?: string;
    /** One whose price lookup fails. */
    readonly unpriced?: string;
    /** One for which a renewal purchase has been raised. */
    readonly raised?: string;
    /** One without a renewal purchase. */
    readonly unraised?: string;
  };
  /** A URL that the target accepts for a webhook endpoint; nothing needs to listen there. */
  readonly webhook_url?: string;
  /** A request header that delays the target's response by a number of milliseconds. */
  readonly latency_header?: string;
  /** URL to post `{type, event}` to, to trigger the event; may be relative to the target. */
  readonly events_url?: string;
  /** URL to put `{advance: seconds}` to, to advance the target's clock; may be relative to the target. */
  readonly clock_url?: string;
  /** Signing secret of event deliveries: `whsec_` followed by base64. */
  readonly webhook_secret?: string;
}
