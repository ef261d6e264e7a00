import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '../calendar.js';
import type { Account, Cast, Cell, Commitment, Provider, Service } from '../cast/types.js';
import { lazily } from '../lazily.js';
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
  const positionsOf = groupBy(
    cast.commitments.map((_, position) => position),
    (position) => {
      const { provider, service } = cast.commitments[position] as Commitment;
      return keyOf(provider, service);
    },
  );
  const makers = new Map(
    [...new Set([...cellsOf.keys(), ...positionsOf.keys()])].map((key): [string, () => Domain] => {
      const [provider, service] = key.split('|') as [string, string];
      return [
        key,
        lazily(() => {
          const commitments = (positionsOf.get(key) ?? []).map((position) => ({
            position,
            commitment: cast.commitments[position] as Commitment,
          }));
          const cells = cellsOf.get(key) ?? [];
          return createDomain({ provider, service, accounts, cells, commitments }, seed, dayOf(origin));
        }),
      ];
    }),
  );
  const originMonth = monthOf(dayOf(origin));
  const firstDay = firstDayOf(originMonth - monthsOfHistory);
  const ofProvider = new Map(
    [...groupBy([...makers.keys()], (key) => key.split('|')[0] as string)].map(([provider, keys]) => {
      const domains = lazily(() => keys.map((key) => (makers.get(key) as () => Domain)()));
      return [provider, { domains, bill: lazily(() => createBill(provider, domains(), firstDay)) }];
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
    commitments: new Map(cast.commitments.map((commitment, position) => [commitment.id, position])),
    domainsOf: (provider) => ofProvider.get(provider)?.domains() ?? [],
    billOf: (provider) => ofProvider.get(provider)?.bill() ?? null,
    domainOf: ({ provider, service }) => (makers.get(keyOf(provider, service)) as () => Domain)(),
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
