import type { Context } from '../context.js';
import type { Domain } from '../ledger/domain.js';
import type { Service } from '../seed-data/types.js';

/** The services of a provider that commitments are sold for, with their ledgers, in the order of the cast. */
export function commitableDomains(
  { ledger }: Context,
  provider: string,
): readonly { readonly domain: Domain; readonly service: Service }[] {
  return ledger
    .domainsOf(provider)
    .map((domain) => ({ domain, service: ledger.services.get(domain.service) as Service }))
    .filter(({ domain, service }) => service.commitable && domain.cells.length > 0);
}
