import type { Claim } from '../engine/claim.js';

/** A claim whose source is that of its area, unless it names another. */
export type AreaClaim = Omit<Claim, 'source'> & Partial<Claim>;

/** The kinds of claims, by level and basis. */

/** The service states it: a violation fails. */
export const stated = { level: 'MUST', basis: 'stated' } as const;

/** It follows from what the service states: a violation fails. */
export const derived = { level: 'MUST', basis: 'derived' } as const;

/** As `derived`; a violation in a part that is only proposed is a contradiction, which fails too. */
export const consistent = { ...derived, deviation: 'contradiction' } as const;

/** It follows from what the service states, but two teams could read that differently: a violation warns. */
export const recommended = { level: 'SHOULD', basis: 'derived', deviation: 'preference' } as const;

/** Only this contract proposes it: a violation warns. A rule of the document is one unless it states otherwise. */
export const proposal = {
  level: 'SHOULD',
  basis: 'proposed',
  deviation: 'preference',
  source: 'Proposed by this contract',
} as const;

/** Figures of a server that has adopted the proposed shape contradict each other otherwise: a violation fails. */
export const contradiction = { ...proposal, deviation: 'contradiction' } as const;
