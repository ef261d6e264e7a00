import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Instant } from '../calendar.js';
import { scenarioContract } from '../ledger/contracts.js';
import type { Ledger } from '../ledger/index.js';
import { noPricedUsage } from '../ledger/price-list.js';
import { byProvider, type ProviderLedger } from '../ledger/provider-ledger.js';
import type { SeedData } from '../seed-data/types.js';
import { createProviderLedger } from './provider.js';
import { scenarioCharges } from './scenario-charges.js';

/** Creates the ledger of an invented organization. Its months are computed when they are read. */
export function createLedger(seedData: SeedData, seed: number, origin: Instant): Ledger {
  const charges = scenarioCharges(seedData, seed, origin);
  const commitments = new Map(seedData.commitments.map((commitment) => [commitment.id, commitment]));
  const ledgers = new Map<string, ProviderLedger | undefined>();
  const ledgerOf = (provider: string) =>
    getOrInsert(ledgers, provider, () =>
      charges.services.has(provider) ? createProviderLedger(charges, provider, commitments) : undefined,
    );
  return {
    seedData,
    currency: 'USD',
    firstDay: charges.firstDay,
    lastDay: Number.POSITIVE_INFINITY,
    lastUsageDay: Number.POSITIVE_INFINITY,
    closedDay: null,
    providers: new Map(seedData.providers.map((provider) => [provider.id, provider])),
    commitments,
    contracts: seedData.contracts.map((contract) => scenarioContract(contract, seed)),
    priceList: {
      cells: new Map(seedData.cells.map((cell) => [cell.id, cell])),
      pricedUsage: (provider, service) =>
        charges.services.get(provider)?.find((one) => one.service.id === service) ?? noPricedUsage,
    },
    ...byProvider(ledgerOf),
  };
}
