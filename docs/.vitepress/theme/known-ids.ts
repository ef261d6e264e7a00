import type { Fixtures } from '../../../mocks/fixtures.js';
import { idsOf } from '../../../mocks/front/example-calls.js';
import { defined } from '../../../src/defined.js';

/** Returns the published ids of a dataset as path parameters of an operation, by parameter name. */
export function knownIds(fixtures: Fixtures, operation: string) {
  const { provider_id: _, ...ids } = idsOf(fixtures, operation);
  return defined(ids);
}

/** Returns ids for all path parameters, also of a bill: any commitment, and the first provider if nothing else is required. */
export function allIds(fixtures: Fixtures, operation: string) {
  const { commitments, providers } = fixtures;
  // A bill has no renewals.
  const commitment_id = operation === 'getRenewal' ? undefined : commitments?.unraised;
  return defined({ commitment_id, provider_id: providers?.[0], ...defined(idsOf(fixtures, operation)) });
}
