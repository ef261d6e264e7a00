import type { Fixtures } from '../../../mocks/fixtures.js';

/** Returns the published ids of a dataset as path parameters of an operation, by parameter name. */
export function knownIds({ audit_id, commitments, recommendation_id, tag_key }: Fixtures, operation: string) {
  const ids = {
    audit_id: audit_id?.toString(),
    commitment_id: operation === 'getRenewal' ? commitments?.raised : commitments?.reservation,
    id: recommendation_id,
    key_id: tag_key?.id,
    recommendation_id,
  };
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
