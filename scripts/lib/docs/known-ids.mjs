// @ts-check

/**
 * What a world knows by name, as values of an operation's path parameters.
 *
 * @param {import('../../../mocks/fixtures.js').Fixtures} fixtures
 * @param {string} operationId
 * @returns {Record<string, string>} those that it knows, by the name of the parameter
 */
export function knownIds({ audit_id, commitments = {}, recommendation_id, tag_key }, operationId) {
  const ids = {
    audit_id: audit_id?.toString(),
    commitment_id: operationId === 'getRenewal' ? commitments.raised : commitments.reservation,
    id: recommendation_id,
    key_id: tag_key?.id,
    recommendation_id,
  };
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
