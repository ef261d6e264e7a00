import type { Basis } from '../../../engine/claim.js';

/** The service states `before` and not what the other cost basis is called, so another name only warns. */
export const basisOfCredits = (expected: string, actual: string): Basis | undefined =>
  [expected, actual].includes('before') ? undefined : 'proposed';
