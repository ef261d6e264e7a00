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

/** Returns ids for all path parameters, also of a bill: any commitment, and the first provider if nothing else is required. */
export function allIds(fixtures: Fixtures, operation: string): Readonly<Record<string, string>> {
  const { commitments = {}, providers = [] } = fixtures;
  // A bill has no renewals.
  const commitment =
    operation === 'getRenewal' ? undefined : (commitments.reservation ?? commitments.unraised);
  // The only provider with invoice months.
  const invoicing = providers.find((id) => operation === 'listInvoiceMonths' && id === 'provider_b');
  const provider = invoicing ?? providers[0];
  return {
    ...(commitment === undefined ? {} : { commitment_id: commitment }),
    ...(provider === undefined ? {} : { provider_id: provider }),
    ...knownIds(fixtures, operation),
  };
}
