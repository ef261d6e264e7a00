/** The requirement level as defined by RFC 2119. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/**
 * The origin of a claim: stated in the service's description, derived from it, or proposed by this
 * contract where the description is silent. A proposed claim only warns, except in the strict profile.
 */
export type Basis = 'stated' | 'derived' | 'proposed';

/** A claim that a check makes about a server. */
export interface Claim {
  /** `<area>.<claim>`, worded to be true if the check passes; never reused for another claim. */
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  /** The claim as one sentence. */
  readonly requirement: string;
  /** The part of the service's description that states the claim or that it is derived from. */
  readonly source: string;
}
