import { groupBy } from '../../../src/group-by.js';
import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '../calendar.js';
import { lazily } from '../lazily.js';
import type { Account, Cell, Commitment, Provider, SeedData, Service } from '../seed-data/types.js';
import { Bill } from './bill.js';
import { Domain } from './domain.js';

/** The seed data indexed by id, and its usage by domain. Figures are computed lazily. */
export interface Ledger {
  readonly seedData: SeedData;
  /** The first day with costs, at the start of 25 whole months of history. */
  readonly firstDay: Day;
  /** The month that the seed data is built around. */
  readonly originMonth: Month;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly services: ReadonlyMap<string, Service>;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly commitments: ReadonlyMap<string, Commitment>;
  domainsOf(provider: string): readonly Domain[];
  /** The bill of a provider; null for a provider without usage. */
  billOf(provider: string): Bill | null;
  /** The domain of a commitment. */
  domainOf(commitment: Commitment): Domain;
}

const monthsOfHistory = 25;

export function createLedger(seedData: SeedData, seed: number, origin: Instant): Ledger {
  const accounts = new Map(seedData.accounts.map((account) => [account.id, account]));
  const services = new Map(seedData.services.map((service) => [service.id, service]));
  // Reservations and plan types each belong to one service, so services are independent.
  const cellsOf = byProviderAndService(seedData.cells);
  const commitmentsOf = byProviderAndService(seedData.commitments);
  const originMonth = monthOf(dayOf(origin));
  const firstDay = firstDayOf(originMonth - monthsOfHistory);
  const domainsByService = (provider: string): ReadonlyMap<string, () => Domain> => {
    const cells = cellsOf.get(provider) ?? new Map<string, Cell[]>();
    const commitments = commitmentsOf.get(provider) ?? new Map<string, Commitment[]>();
    return new Map(
      [...new Set([...cells.keys(), ...commitments.keys()])].map((service) => {
        const own = { cells: cells.get(service) ?? [], commitments: commitments.get(service) ?? [] };
        const parts = { provider, service, accounts, ...own };
        return [service, lazily(() => new Domain(parts, seed, dayOf(origin)))];
      }),
    );
  };
  const ofProvider = new Map(
    [...new Set([...cellsOf.keys(), ...commitmentsOf.keys()])].map((provider) => {
      const byService = domainsByService(provider);
      const domains = lazily(() => [...byService.values()].map((domain) => domain()));
      const bill = lazily(() => new Bill(provider, domains(), firstDay));
      return [provider, { byService, domains, bill }];
    }),
  );
  return {
    seedData,
    firstDay,
    originMonth,
    providers: new Map(seedData.providers.map((provider) => [provider.id, provider])),
    accounts,
    services,
    cells: new Map(seedData.cells.map((cell) => [cell.id, cell])),
    commitments: new Map(seedData.commitments.map((commitment) => [commitment.id, commitment])),
    domainsOf: (provider) => ofProvider.get(provider)?.domains() ?? [],
    billOf: (provider) => ofProvider.get(provider)?.bill() ?? null,
    domainOf({ provider, service }) {
      const domain = ofProvider.get(provider)?.byService.get(service) as () => Domain;
      return domain();
    },
  };
}

function byProviderAndService<T extends { readonly provider: string; readonly service: string }>(
  items: readonly T[],
): ReadonlyMap<string, ReadonlyMap<string, readonly T[]>> {
  const byProvider = groupBy(items, ({ provider }) => provider);
  return new Map(
    [...byProvider].map(([provider, own]) => [provider, groupBy(own, ({ service }) => service)]),
  );
}
