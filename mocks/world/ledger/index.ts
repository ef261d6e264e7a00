import { groupBy } from '../../../src/group-by.js';
import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '../calendar.js';
import type { Account, Cast, Cell, Commitment, Provider, Service } from '../cast/types.js';
import { lazily } from '../lazily.js';
import { Bill } from './bill.js';
import { Domain } from './domain.js';

/** The cast with everything found by name, and its usage by domain. Grows nothing before it is asked. */
export interface Ledger {
  readonly cast: Cast;
  /** The first day with costs: two years of whole months, and the month before them. */
  readonly firstDay: Day;
  /** The month that the world is laid out around. */
  readonly originMonth: Month;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly services: ReadonlyMap<string, Service>;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly commitments: ReadonlyMap<string, Commitment>;
  domainsOf(provider: string): readonly Domain[];
  /** What a provider charges; null for one that nothing is used of. */
  billOf(provider: string): Bill | null;
  /** The domain a commitment takes part in. */
  domainOf(commitment: Commitment): Domain;
}

const monthsOfHistory = 25;

export function createLedger(cast: Cast, seed: number, origin: Instant): Ledger {
  const accounts = new Map(cast.accounts.map((account) => [account.id, account]));
  const services = new Map(cast.services.map((service) => [service.id, service]));
  // Reserved capacity is bound to a service, and each type of plan to one, so services never touch.
  const cellsOf = byProviderAndService(cast.cells);
  const commitmentsOf = byProviderAndService(cast.commitments);
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
    cast,
    firstDay,
    originMonth,
    providers: new Map(cast.providers.map((provider) => [provider.id, provider])),
    accounts,
    services,
    cells: new Map(cast.cells.map((cell) => [cell.id, cell])),
    commitments: new Map(cast.commitments.map((commitment) => [commitment.id, commitment])),
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
