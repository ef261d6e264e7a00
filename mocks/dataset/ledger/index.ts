import type { Day } from '../calendar.js';
import type { BilledService, HeldCommitment, Provider, SeedData } from '../seed-data/types.js';
import type { Bill } from './bill.js';
import type { VendorContract } from './contracts.js';
import type { Domain } from './domain.js';
import type { AccountRef } from './figures.js';
import type { Invoices } from './invoices.js';
import type { ProviderMeasures } from './measures.js';
import type { PriceList } from './price-list.js';
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
  /** Prices and resources; without any for a real bill. */
  readonly priceList: PriceList;
  accountOf(provider: string, account: string): AccountRef | undefined;
  serviceOf(provider: string, service: string): BilledService | undefined;
  domainsOf(provider: string): readonly Domain[];
  /** The bill of a provider; empty for a provider without charges. */
  billOf(provider: string): Bill;
  /** Null for a provider without invoices. */
  invoicesOf(provider: string): Invoices | null;
  /** The domain of a commitment. */
  domainOf(commitment: HeldCommitment): Domain;
  /** The figures of the commitments of its provider. */
  measuresOf(commitment: HeldCommitment): ProviderMeasures;
  /** The groups with commitments in a range of days, and perhaps others. */
  utilizationOf(provider: string, instrument: Instrument, first: Day, last: Day): readonly UtilizationGroup[];
}

/** The data of an invented organization, or what is known of a real one. */
export interface LedgerData
  extends Omit<SeedData, 'commitments' | 'contracts' | 'organizationId' | 'benchmarkRate'> {
  readonly commitments: readonly HeldCommitment[];
  /** Null if not known. */
  readonly organizationId: string | null;
  readonly benchmarkRate: number | null;
}
