import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '../calendar.js';
import type { Account, Cast, Cell, Commitment, Provider, Service } from '../cast/types.js';
import { type Bill, createBill } from './bill.js';
import { createDomain, type Domain } from './domain.js';

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
  /** Positions in `cast.commitments`. */
  readonly commitments: ReadonlyMap<string, number>;
  readonly domains: readonly Domain[];
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
  const keyOf = (provider: string, service: string) => `${provider}|${service}`;
  const cellsOf = groupBy(cast.cells, (cell) => keyOf(cell.provider, cell.service));
  const commitmentsOf = groupBy(
    cast.commitments.map((commitment, position) => ({ commitment, position })),
    ({ commitment }) => keyOf(commitment.provider, commitment.service),
  );
  const domains = new Map(
    [...new Set([...cellsOf.keys(), ...commitmentsOf.keys()])].map((key): [string, Domain] => {
      const [provider, service] = key.split('|') as [string, string];
      const parts = {
        provider,
        service,
        accounts,
        cells: cellsOf.get(key) ?? [],
        commitments: commitmentsOf.get(key) ?? [],
      };
      return [key, createDomain(parts, seed, dayOf(origin))];
    }),
  );
  const all = [...domains.values()];
  const byProvider = groupBy(all, (domain) => domain.provider);
  const originMonth = monthOf(dayOf(origin));
  const firstDay = firstDayOf(originMonth - monthsOfHistory);
  const bills = new Map([...byProvider].map(([provider, of]) => [provider, createBill(of, firstDay)]));
  return {
    cast,
    firstDay,
    originMonth,
    providers: new Map(cast.providers.map((provider) => [provider.id, provider])),
    accounts,
    services,
    cells: new Map(cast.cells.map((cell) => [cell.id, cell])),
    commitments: new Map(cast.commitments.map((commitment, position) => [commitment.id, position])),
    domains: all,
    domainsOf: (provider) => byProvider.get(provider) ?? [],
    billOf: (provider) => bills.get(provider) ?? null,
    domainOf: (commitment) => domains.get(keyOf(commitment.provider, commitment.service)) as Domain,
  };
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
