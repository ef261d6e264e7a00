/** The requirement level as defined by RFC 2119. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/**
 * The origin of a claim: stated in the service's description, derived from it, or proposed by this
 * contract where the description is silent. A proposed claim only warns, except in the strict profile, or if its
 * violation is a contradiction.
 */
export type Basis = 'stated' | 'derived' | 'proposed';

/**
 * What it means if a server deviates from a claim that is recommended or only proposed.
 *
 * `contradiction`: figures of its responses contradict each other, such as a sum and its parts, the same figure in two
 * reads, or a filter and what it returns. It fails in every profile if all responses that were compared have the
 * documented shape of their operations, since the server has then adopted the definitions of the contract.
 *
 * `preference`: two teams could choose differently, such as an order, a header, an optional field, or what a total
 * includes. It only warns, except in the strict profile.
 */
export type Deviation = 'contradiction' | 'preference';

/** A claim that a check makes about a server. */
export interface Claim {
  /** `<area>.<claim>`, worded to be true if the check passes; never reused for another claim. */
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  /**
   * What a violation is, unless it names another deviation itself; also of a part of a stated claim that is only
   * proposed. Default: `preference`.
   *
   * A check of a bill names `contradiction` for figures that the document defines from the bill. `Violation.deviation`
   * is `preference` for a figure whose definition is open, and `Violation.compared` names the response with the figure,
   * so that only its shape counts.
   */
  readonly deviation?: Deviation;
  /**
   * Checks whose claims this one requires: if one of them fails on the same operation, it blocks this one, so that a
   * mistake fails once. A violation or a missing precondition may name further ones.
   */
  readonly dependsOn?: readonly string[];
  /** The claim as one sentence. */
  readonly requirement: string;
  /** The part of the service's description that states the claim or that it is derived from. */
  readonly source: string;
}
