/** How strongly the contract asks for it, as RFC 2119 has it. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/**
 * Where the claim comes from: the service's description says it, it follows from what that says, or
 * this contract proposes it where the description is silent. Only the first two can fail a server.
 */
export type Basis = 'stated' | 'derived' | 'proposed';

/** What a check claims of a server. */
export interface Claim {
  /** `<area>.<claim>`, true when the check passes; never reused for another claim. */
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  /** The claim as one sentence, in our own words. */
  readonly requirement: string;
  /** Where the service's description says it, or what the claim follows from. */
  readonly source: string;
}
