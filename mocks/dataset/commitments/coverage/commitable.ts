import type { Context } from '../../context.js';
import type { Domain } from '../../ledger/domain.js';
import type { BilledService } from '../../seed-data/types.js';

/** Returns the commitable services of a provider with their domains, in the order of the seed data. */
export function commitableDomains(
  { ledger }: Context,
  provider: string,
): readonly { readonly domain: Domain; readonly service: BilledService }[] {
  return ledger
    .domainsOf(provider)
    .map((domain) => ({ domain, service: ledger.serviceOf(provider, domain.service) as BilledService }))
    .filter(({ domain, service }) => service.commitable && domain.hasUsage);
}
