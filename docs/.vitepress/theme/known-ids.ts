import type { Fixtures } from '../../../mocks/fixtures.js';

/** The ids that a dataset publishes, as values of an operation's path parameters, by the name of the parameter. */
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
