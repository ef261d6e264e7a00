import { getOrInsert } from '../../../../src/get-or-insert.js';
import { groupBy } from '../../../../src/group-by.js';
import { dayOf } from '../../calendar.js';
import { lazily } from '../../lazily.js';
import type { AccountRef } from '../../ledger/figures.js';
import type { Ledger, LedgerData } from '../../ledger/index.js';
import type { Instrument, UtilizationGroup } from '../../ledger/utilization.js';
import type { HeldCommitment, Provider, Service } from '../../seed-data/types.js';
import { type BilledContracts, contractsOf } from '../bill-contracts.js';
import { heldCommitments } from '../inventory/held-commitments.js';
import type { InventoryEntry } from '../inventory/inventory.js';
import { closedDayOf } from '../start-of-clock.js';
import { hourlyUsageOf } from './hourly-usage.js';
import { TableBill } from './table-bill.js';
import { TableDomain } from './table-domain.js';
import { TableInvoices } from './table-invoices.js';
import { TableMeasures } from './table-measures.js';
import { TableUtilization } from './table-utilization.js';
import type { BillTables, LongPeriod } from './tables.js';
import { type UsageGroup, usageGroupsOf } from './usage-groups.js';

/** The only provider with invoice months. */
const invoiceProvider = 'provider_b';

/** Creates the ledger of a real bill. */
export function createTableLedger(
  tables: BillTables,
  inventory: readonly InventoryEntry[],
  contracts: BilledContracts,
): Ledger {
  const commitments = heldCommitments(tables, inventory);
  const sources = new Map(
    tables.providers.map(({ id }) => [id, new ProviderSource(tables, id, commitments)] as const),
  );
  const providers = tables.providers.map(({ id, name, hasListPrices }): Provider => {
    const usage = sources.get(id)?.groups ?? [];
    return { id, name, measured: usage.length > 0, hasListPrices };
  });
  return {
    seedData: dataOf(tables, providers, commitments),
    currency: tables.currency,
    firstDay: tables.firstDay,
    lastDay: tables.lastDay,
    lastUsageDay: dayOf(tables.end - 1),
    closedDay: closedDayOf(tables),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    commitments: new Map(commitments.map((commitment) => [commitment.id, commitment])),
    contracts: contractsOf(tables, contracts, new Set(commitments.map(({ id }) => id))),
    accountOf: (provider, account) => sources.get(provider)?.accounts.get(account),
    serviceOf: (provider, service) => sources.get(provider)?.services.get(service),
    domainsOf: (provider) => sources.get(provider)?.domains ?? [],
    billOf: (provider) => sources.get(provider)?.bill ?? null,
    invoicesOf: (provider) => sources.get(provider)?.invoices ?? null,
    domainOf: ({ provider, service }) => (sources.get(provider) as ProviderSource).domainOf(service),
    utilizationOf: (provider, instrument) => sources.get(provider)?.utilization(instrument) ?? [],
    scenario: null,
  };
}

function dataOf(
  tables: BillTables,
  providers: readonly Provider[],
  commitments: readonly HeldCommitment[],
): LedgerData {
  return {
    organizationId: null,
    benchmarkRate: null,
    lookupsFail: true,
    providers,
    accounts: tables.accounts.map((account) => ({ ...account, discountBps: 0, shares: true })),
    services: [],
    cells: [],
    commitments,
    recommendations: [],
    audits: [],
    budgets: [],
    tagKeys: [],
    invoiceRules: [],
  };
}

const instrumentKinds = { ri: 'reserved_instance', sp: 'savings_plan' } as const;

/** The figures of one provider. */
class ProviderSource {
  readonly groups: readonly UsageGroup[];
  readonly accounts: ReadonlyMap<string, AccountRef>;
  readonly services: ReadonlyMap<string, Service>;
  readonly domains: readonly TableDomain[];
  readonly bill: TableBill;
  readonly invoices: TableInvoices | null;
  private readonly commitments: ReadonlyMap<string, HeldCommitment>;
  private readonly byService: ReadonlyMap<string, TableDomain>;

  private readonly units: ReadonlyMap<string, string | null>;
  private readonly longPeriodsOf: (commitment: string) => readonly LongPeriod[];

  /** Does not refer to the tables later, which need as much memory as all figures. */
  constructor(tables: BillTables, provider: string, commitments: readonly HeldCommitment[]) {
    this.bill = new TableBill(tables, provider);
    this.invoices = provider === invoiceProvider ? new TableInvoices(tables, provider) : null;
    this.accounts = new Map(
      tables.accounts.filter((account) => account.provider === provider).map((one) => [one.id, one]),
    );
    this.commitments = new Map(
      commitments.filter((one) => one.provider === provider).map((one) => [one.id, one]),
    );
    this.groups = usageGroupsOf(tables, provider, accountRefs(this.accounts));
    this.services = servicesOf(tables, provider, this.commitments);
    const hourly = hourlyUsageOf(tables, provider);
    const billed = tables.commitments.filter((one) => one.provider === provider);
    this.units = new Map(billed.map(({ id, unit }) => [id, unit]));
    const longPeriods = new Map(billed.map(({ id, longPeriods }) => [id, longPeriods]));
    this.longPeriodsOf = (id) => longPeriods.get(id) ?? [];
    const measures = new TableMeasures(this.groups, (id) => this.units.get(id) ?? null, this.longPeriodsOf);
    const groupsOf = groupBy(this.groups, ({ service }) => service);
    this.byService = new Map(
      [...this.services.keys()].map((service) => [
        service,
        new TableDomain({
          provider,
          service,
          groups: groupsOf.get(service) ?? [],
          hourly: hourly.get(service) ?? [],
          measures,
          isCapacity: (id) => isCapacity(this.commitments.get(id)),
        }),
      ]),
    );
    this.domains = [...this.byService.values()];
  }

  domainOf(service: string): TableDomain {
    return this.byService.get(service) as TableDomain;
  }

  readonly utilization = (instrument: Instrument): readonly UtilizationGroup[] =>
    instrument === 'ri' ? this.reservations() : this.plans();

  private readonly reservations = lazily(() => this.grouped('ri', ({ service }) => service));

  private readonly plans = lazily(() =>
    this.grouped('sp', ({ commitment }) => this.commitments.get(commitment as string)?.planType ?? ''),
  );

  private unitsOf(groups: readonly UsageGroup[]): ReadonlySet<string> {
    const units = new Map<string, string>();
    for (const { commitment } of groups) {
      const unit = this.units.get(commitment ?? '');
      if (unit) units.set(unit.toLowerCase(), unit);
    }
    return new Set(units.values());
  }

  private grouped(instrument: Instrument, idOf: (group: UsageGroup) => string): readonly UtilizationGroup[] {
    const own = this.groups.filter(
      ({ commitment }) =>
        commitment !== null && this.commitments.get(commitment)?.kind === instrumentKinds[instrument],
    );
    return [...groupBy(own, idOf)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, groups]) => {
        const covered = new Set(groups.map(({ service }) => service));
        return new TableUtilization({
          instrument,
          id,
          groups,
          longPeriodsOf: this.longPeriodsOf,
          units: this.unitsOf(groups),
          eligible: this.groups.filter(({ service, status }) => status !== 'Unused' && covered.has(service)),
        });
      });
  }
}

function isCapacity(commitment: HeldCommitment | undefined): boolean {
  return commitment?.kind === 'reserved_instance' || commitment?.kind === 'committed_use_discount';
}

/** Returns one object for each account of a provider, and one for costs without an account. */
function accountRefs(accounts: ReadonlyMap<string, AccountRef>): (id: string | null) => AccountRef {
  const known = new Map<string | null, AccountRef>(accounts);
  return (id) => getOrInsert(known, id, () => ({ id, name: null }));
}

/** The services of a provider by name; those with used or unused rows of a commitment are commitable. */
function servicesOf(
  { lines }: BillTables,
  provider: string,
  commitments: ReadonlyMap<string, HeldCommitment>,
): ReadonlyMap<string, Service> {
  const own = lines.filter((line) => line.provider === provider);
  const committed = new Set(
    own
      .filter(({ category, status }) => category === 'Usage' && status !== null)
      .map(({ service }) => service ?? ''),
  );
  const main = [...commitments.values()].map(({ service }) => service);
  const names = [...new Set([...own.map(({ service }) => service ?? ''), ...main])].sort();
  return new Map(
    names.map((id) => [
      id,
      {
        id,
        label: id,
        provider,
        sizing: null,
        commitable: committed.has(id),
        planType: null,
        nodeOffering: null,
        memoryPerUnit: null,
        sizes: {},
        usageUnit: '',
      },
    ]),
  );
}
