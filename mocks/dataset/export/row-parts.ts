import {
  type Day,
  firstDayOf,
  type Instant,
  isoInstant,
  isoMonth,
  type Month,
  startOfDay,
} from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import { microsPerDollar } from '../money.js';
import type { ChargeSource } from '../scenario/day.js';
import type { Costs } from '../scenario/invoice-charges.js';
import { focusUnit } from '../scenario/provider.js';
import type { Slot } from '../scenario/stack.js';
import type { Account, Commitment, SeedData, Service } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { decimal, dollars } from './csv.js';

/** Charges of one account, or of no account in particular. */
export interface Place {
  readonly provider: string;
  readonly account: Account | null;
  readonly service: Pick<Service, 'id' | 'marketplace'>;
  readonly region: string | null;
}

/** The columns of the party that charges and of the place of a charge. */
export function placeColumns(
  { providers, organizationId }: SeedData,
  { provider, account, service, region }: Place,
): ExportRow {
  const { name = provider } = providers.find(({ id }) => id === provider) ?? {};
  const [category, subcategory] = categoryOf(service.id);
  return {
    BillingAccountId: organizationId,
    BillingAccountName: 'Example organization',
    BillingAccountType: 'Organization',
    BillingCurrency: 'USD',
    HostProviderName: name,
    InvoiceIssuerName: name,
    ProviderName: name,
    PublisherName: service.marketplace ? 'Software vendor' : name,
    RegionId: region,
    RegionName: region,
    ServiceCategory: category,
    ServiceName: service.id,
    ServiceProviderName: name,
    ServiceSubcategory: subcategory,
    ...(account === null
      ? {}
      : { SubAccountId: account.id, SubAccountName: account.name, SubAccountType: 'Account' }),
  };
}

/** The columns of the usage type, the tags and the platform of a cell. */
export function cellColumns({ usageType, region, platform, tags }: PricedCell, service: Service): ExportRow {
  return {
    SkuId: usageType,
    SkuMeter: service.label,
    SkuPriceId: `${usageType}@${region}`,
    SkuPriceDetails: platform === null ? null : JSON.stringify({ OperatingSystem: platform }),
    Tags: Object.keys(tags).length === 0 ? null : JSON.stringify(tags),
    x_UsageType: usageType,
  };
}

/** A charge of a day, as a scenario computes it. */
export type DayCharge = ChargeSource & {
  readonly costs: Costs;
  /** Of a commitment: units of capacity or dollars. */
  readonly quantity: number;
};

/** The quantity of a commitment, exactly. */
export function quantityOf({ slot, quantity }: Extract<DayCharge, { readonly slot: Slot }>): string {
  const isSpend = slot.commitment.capacity === null;
  return isSpend ? dollars(Math.round(quantity * microsPerDollar)) : decimal(quantity);
}

/** The columns that identify a commitment. */
export function commitmentColumns(commitment: Commitment, service: Service): ExportRow {
  const { id, name, kind, capacity } = commitment;
  return {
    CommitmentDiscountCategory: capacity === null ? 'Spend' : 'Usage',
    CommitmentDiscountId: id,
    CommitmentDiscountName: name,
    CommitmentDiscountType: capacity === null ? (service.planType ?? service.id) : typeOf[kind],
    CommitmentDiscountUnit: capacity === null ? 'USD' : focusUnit(service),
  };
}

const typeOf: Readonly<Record<Commitment['kind'], string>> = {
  reserved_instance: 'Reserved instance',
  savings_plan: 'Savings plan',
  committed_use_discount: 'Committed use discount',
  spend_commitment: 'Spend commitment',
};

/** The columns of a charge period, half-open. */
export function chargePeriod(start: Instant, end: Instant): ExportRow {
  return { ChargePeriodStart: isoInstant(start), ChargePeriodEnd: isoInstant(end) };
}

/**
 * The columns of the month in which a charge is invoiced. The invoice of an open month has its number in advance: FOCUS allows
 * it, and its validator accepts an invoice in every row or in none.
 */
export function billingPeriod(provider: string, month: Month): ExportRow {
  return {
    BillingPeriodStart: isoInstant(startOfDay(firstDayOf(month))),
    BillingPeriodEnd: isoInstant(startOfDay(firstDayOf(month + 1))),
    InvoiceId: `${provider}-${isoMonth(month)}`,
  };
}

/** A charge before it is written as a row: its costs, and its other columns except those of its invoice. */
export interface Charge {
  readonly columns: ExportRow;
  readonly costs: Costs;
}

export function costColumns({ billed, effective, list, contracted }: Costs): ExportRow {
  return {
    BilledCost: dollars(billed),
    EffectiveCost: dollars(effective),
    ListCost: dollars(list),
    ContractedCost: dollars(contracted),
  };
}

/** The charge period of a whole day. */
export function wholeDay(day: Day): ExportRow {
  return chargePeriod(startOfDay(day), startOfDay(day + 1));
}

/** The FOCUS category and subcategory of each service of the scenarios. */
const categories: Readonly<Record<string, readonly [category: string, subcategory: string]>> = {
  compute: ['Compute', 'Virtual Machines'],
  'relational-database': ['Databases', 'Relational Databases'],
  cache: ['Databases', 'Caching'],
  warehouse: ['Databases', 'Data Warehouses'],
  search: ['Analytics', 'Search'],
  'object-storage': ['Storage', 'Object Storage'],
  'data-transfer': ['Networking', 'Network Connectivity'],
  'virtual-machines': ['Compute', 'Virtual Machines'],
  'analytics-engine': ['Analytics', 'Analytics Platforms'],
};

/** Returns `Other` for any other service, such as software of the marketplace. */
function categoryOf(service: string): readonly [category: string, subcategory: string] {
  return categories[service] ?? ['Other', 'Other (Other)'];
}
