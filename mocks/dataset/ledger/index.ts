import { groupBy } from '../../../src/group-by.js';
import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '../calendar.js';
import { lazily } from '../lazily.js';
import type {
  Account,
  Cell,
  Commitment,
  HeldCommitment,
  Provider,
  SeedData,
  Service,
} from '../seed-data/types.js';
import type { Bill } from './bill.js';
import { scenarioContract, type VendorContract } from './contracts.js';
import type { Domain } from './domain.js';
import type { AccountRef } from './figures.js';
import type { Invoices } from './invoices.js';
import { ScenarioBill } from './scenario/bill.js';
import { ScenarioDomain } from './scenario/domain.js';
import { ScenarioInvoices } from './scenario/invoices.js';
import { ScenarioUtilization } from './scenario/utilization.js';
import type { Instrument, UtilizationGroup } from './utilization.js';

/** The data of a dataset indexed by id, and its costs. Figures are computed lazily. */
export interface Ledger {
  readonly seedData: LedgerData;
  /** ISO 4217. */
  readonly currency: string;
  /** The first day with costs. */
  readonly firstDay: Day;
  /** The last day that costs exist for; infinite if they continue with the clock. */
  readonly lastDay: Day;
  /** The last day that usage exists for; infinite if it continues with the clock. */
  readonly lastUsageDay: Day;
  /** The day whose costs are known before it is over: the last of a bill of whole months. Null if there is none. */
  readonly closedDay: Day | null;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly commitments: ReadonlyMap<string, HeldCommitment>;
  readonly contracts: readonly VendorContract[];
  accountOf(provider: string, account: string): AccountRef | undefined;
  serviceOf(provider: string, service: string): Service | undefined;
  domainsOf(provider: string): readonly Domain[];
  /** The bill of a provider; null for a provider without usage. */
  billOf(provider: string): Bill | null;
  /** Null for a provider without invoices. */
  invoicesOf(provider: string): Invoices | null;
  /** The domain of a commitment. */
  domainOf(commitment: HeldCommitment): Domain;
  utilizationOf(provider: string, instrument: Instrument): readonly UtilizationGroup[];
  /** The ledger of the invented organization; null for a real bill, which has no prices, resources or hours. */
  readonly scenario: ScenarioLedger | null;
}

/** The data of an invented organization, or what is known of a real one. */
export interface LedgerData
  extends Omit<SeedData, 'commitments' | 'contracts' | 'organizationId' | 'benchmarkRate'> {
  readonly commitments: readonly HeldCommitment[];
  /** Null if not known. */
  readonly organizationId: string | null;
  readonly benchmarkRate: number | null;
}

/** The ledger of an invented organization. */
export interface ScenarioLedger extends Ledger {
  readonly seedData: SeedData;
  /** The month that the seed data is built around. */
  readonly originMonth: Month;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly services: ReadonlyMap<string, Service>;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly commitments: ReadonlyMap<string, Commitment>;
  domainsOf(provider: string): readonly ScenarioDomain[];
  billOf(provider: string): ScenarioBill | null;
  domainOf(commitment: HeldCommitment): ScenarioDomain;
}

const monthsOfHistory = 25;

export function createLedger(seedData: SeedData, seed: number, origin: Instant): ScenarioLedger {
  const accounts = new Map(seedData.accounts.map((account) => [account.id, account]));
  const services = new Map(seedData.services.map((service) => [service.id, service]));
  const originMonth = monthOf(dayOf(origin));
  const firstDay = firstDayOf(originMonth - monthsOfHistory);
  const ofProvider = new Map(
    [...domainsByService(seedData, accounts, seed, dayOf(origin))].map(([provider, byService]) => {
      const domains = lazily(() => [...byService.values()].map((domain) => domain()));
      const bill = lazily(() => new ScenarioBill(provider, domains(), firstDay));
      return [provider, { byService, domains, bill }];
    }),
  );
  const ledger: ScenarioLedger = {
    seedData,
    currency: 'USD',
    firstDay,
    lastDay: Number.POSITIVE_INFINITY,
    lastUsageDay: Number.POSITIVE_INFINITY,
    closedDay: null,
    originMonth,
    providers: new Map(seedData.providers.map((provider) => [provider.id, provider])),
    accounts,
    services,
    accountOf: (_provider, account) => accounts.get(account),
    serviceOf: (_provider, service) => services.get(service),
    cells: new Map(seedData.cells.map((cell) => [cell.id, cell])),
    commitments: new Map(seedData.commitments.map((commitment) => [commitment.id, commitment])),
    domainsOf: (provider) => ofProvider.get(provider)?.domains() ?? [],
    contracts: seedData.contracts.map((contract) => scenarioContract(contract, seed)),
    billOf: (provider) => ofProvider.get(provider)?.bill() ?? null,
    domainOf({ provider, service }) {
      const domain = ofProvider.get(provider)?.byService.get(service) as () => ScenarioDomain;
      return domain();
    },
    invoicesOf(provider) {
      const rule = seedData.invoiceRules.find((one) => one.provider === provider);
      const bill = ledger.billOf(provider);
      return rule && bill ? new ScenarioInvoices(bill, rule, services, originMonth) : null;
    },
    utilizationOf: (provider, instrument) =>
      ledger
        .domainsOf(provider)
        .map(
          (domain) => new ScenarioUtilization(domain, services.get(domain.service) as Service, instrument),
        ),
    get scenario() {
      return ledger;
    },
  };
  return ledger;
}

/** Reservations and plan types each belong to one service, so services are independent. */
function domainsByService(
  seedData: SeedData,
  accounts: ReadonlyMap<string, Account>,
  seed: number,
  origin: Day,
): ReadonlyMap<string, ReadonlyMap<string, () => ScenarioDomain>> {
  const cellsOf = byProviderAndService(seedData.cells);
  const commitmentsOf = byProviderAndService(seedData.commitments);
  const ofProvider = (provider: string) => {
    const cells = cellsOf.get(provider) ?? new Map<string, Cell[]>();
    const commitments = commitmentsOf.get(provider) ?? new Map<string, Commitment[]>();
    return [...new Set([...cells.keys(), ...commitments.keys()])].map((service) => {
      const own = { cells: cells.get(service) ?? [], commitments: commitments.get(service) ?? [] };
      const parts = { provider, service, accounts, ...own };
      return [service, lazily(() => new ScenarioDomain(parts, seed, origin))] as const;
    });
  };
  const providers = [...new Set([...cellsOf.keys(), ...commitmentsOf.keys()])];
  return new Map(providers.map((provider) => [provider, new Map(ofProvider(provider))]));
}

function byProviderAndService<T extends { readonly provider: string; readonly service: string }>(
  items: readonly T[],
): ReadonlyMap<string, ReadonlyMap<string, readonly T[]>> {
  const byProvider = groupBy(items, ({ provider }) => provider);
  return new Map(
    [...byProvider].map(([provider, own]) => [provider, groupBy(own, ({ service }) => service)]),
  );
}
