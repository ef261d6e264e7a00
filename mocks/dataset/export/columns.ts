import { firstDayOf, isoInstant, isoMonth, startOfDay } from '../calendar.js';
import {
  accountOf,
  categoryOf,
  commitmentColumns,
  commitmentOf,
  descriptionOf,
  type ExportedCharge,
  type Pricing,
  quantityOf,
  skuOf,
} from './charge.js';
import { decimal, dollars } from './numbers.js';
import type { ExportVersion } from './versions.js';

/** The SQL type of a column, and its value exactly as a CSV file contains it; null or undefined for a missing value. */
type Column = readonly [type: string, of: (charge: ExportedCharge) => string | null | undefined];

const text = (of: Column[1]): Column => ['VARCHAR', of];
const time = (of: Column[1]): Column => ['TIMESTAMP', of];
const quantity = (of: Column[1]): Column => ['DECIMAL(30, 9)', of];
const amount = (of: (charge: ExportedCharge) => number | undefined): Column => [
  'DECIMAL(24, 6)',
  (charge) => {
    const micros = of(charge);
    return micros === undefined ? null : dollars(micros);
  },
];
/** A column of the usage of a commitment, or of the commitment. */
const committed = (name: keyof ReturnType<typeof commitmentColumns>) =>
  text((charge) => {
    const commitment = commitmentOf(charge);
    return commitment && charge.service && commitmentColumns(commitment, charge.service)[name];
  });
/** Usage that ran has been consumed as it is priced. */
const consumed = ({ source, pricing }: ExportedCharge) => ('cell' in source ? pricing : undefined);

const priced = (pricing: Pricing | undefined) => pricing && decimal(pricing.quantity);

const provider = text(({ providerName }) => providerName);
const region = text(({ line }) => line.region);
const usageType = text(({ line }) => line.usageType);
/** A column that validators expect, but which a scenario has no values of. */
const empty = text(() => null);

/**
 * The mandatory and recommended columns of FOCUS 1.2, those that commitments, regions and price lists require, and
 * `x_UsageType`.
 */
const columns = {
  AvailabilityZone: empty,
  BilledCost: amount(({ costs }) => costs.billed),
  BillingAccountId: text(({ organization }) => organization),
  BillingAccountName: text(() => 'Example organization'),
  BillingAccountType: text(() => 'Organization'),
  BillingCurrency: text(() => 'USD'),
  BillingPeriodEnd: time(({ line }) => isoInstant(startOfDay(firstDayOf(line.invoiceMonth + 1)))),
  BillingPeriodStart: time(({ line }) => isoInstant(startOfDay(firstDayOf(line.invoiceMonth)))),
  ChargeCategory: text(({ line }) => line.category),
  ChargeClass: text(({ line }) => (line.isCorrection ? 'Correction' : null)),
  ChargeDescription: text(descriptionOf),
  ChargeFrequency: text(({ line }) => line.frequency),
  ChargePeriodEnd: time(({ end }) => isoInstant(end)),
  ChargePeriodStart: time(({ start }) => isoInstant(start)),
  CommitmentDiscountCategory: committed('CommitmentDiscountCategory'),
  CommitmentDiscountId: text(({ line }) => line.commitment),
  CommitmentDiscountName: text((charge) => commitmentOf(charge)?.name),
  CommitmentDiscountQuantity: quantity(quantityOf),
  CommitmentDiscountStatus: text(({ line }) => line.status),
  CommitmentDiscountType: committed('CommitmentDiscountType'),
  CommitmentDiscountUnit: committed('CommitmentDiscountUnit'),
  ConsumedQuantity: quantity((charge) => priced(consumed(charge))),
  ConsumedUnit: text((charge) => consumed(charge)?.unit),
  ContractedCost: amount(({ costs }) => costs.contracted),
  ContractedUnitPrice: amount(({ pricing }) => pricing?.contracted),
  EffectiveCost: amount(({ costs }) => costs.effective),
  // The invoice of an open month has its number in advance: FOCUS allows it, and its validator accepts an invoice in every row
  // or in none.
  InvoiceId: text(({ line }) => `${line.provider}-${isoMonth(line.invoiceMonth)}`),
  InvoiceIssuerName: provider,
  ListCost: amount(({ costs }) => costs.list),
  ListUnitPrice: amount(({ pricing }) => pricing?.list),
  PricingCategory: text(({ pricing }) => pricing?.category),
  PricingQuantity: quantity(({ pricing }) => priced(pricing)),
  PricingUnit: text(({ pricing }) => pricing?.unit),
  ProviderName: provider,
  PublisherName: text(({ line, providerName }) => (line.isMarketplace ? 'Software vendor' : providerName)),
  RegionId: region,
  RegionName: region,
  ResourceId: empty,
  ResourceName: empty,
  ResourceType: empty,
  ServiceCategory: text((charge) => categoryOf(charge)[0]),
  ServiceName: text(({ line }) => line.service),
  ServiceSubcategory: text((charge) => categoryOf(charge)[1]),
  SkuId: usageType,
  SkuMeter: text((charge) => skuOf(charge)?.meter),
  SkuPriceDetails: text(
    ({ line: { platform } }) => platform && JSON.stringify({ OperatingSystem: platform }),
  ),
  SkuPriceId: text((charge) => skuOf(charge)?.priceId),
  SubAccountId: text((charge) => accountOf(charge)?.id),
  SubAccountName: text((charge) => accountOf(charge)?.name),
  SubAccountType: text((charge) => accountOf(charge) && 'Account'),
  Tags: text(({ line: { tags } }) => (Object.keys(tags).length === 0 ? null : JSON.stringify(tags))),
  x_UsageType: usageType,
};

/** The columns of the parties to a charge since FOCUS 1.3, and those that 1.4 no longer has. */
const partyColumns = { HostProviderName: provider, ServiceProviderName: provider };
const earlierColumns: readonly string[] = ['ProviderName', 'PublisherName'];

type ExportColumn = keyof typeof columns | keyof typeof partyColumns;

const all = Object.entries<Column>({ ...columns, ...partyColumns }) as [ExportColumn, Column][];

/** A row of an export as text, exactly as a CSV file contains it; missing or null for a missing value. */
export type ExportRow = { readonly [column in ExportColumn]?: string | null };

export function rowOf(charge: ExportedCharge): ExportRow {
  const row: { -readonly [column in ExportColumn]?: string | null | undefined } = {};
  for (const [name, [, of]] of all) row[name] = of(charge);
  return row as ExportRow;
}

/** The columns of an export in a version of FOCUS, in their order, with their SQL types. */
export function exportColumnsIn(version: ExportVersion): { readonly [column in ExportColumn]?: string } {
  const isIn = ([name]: (typeof all)[number]) =>
    version === '1.2' ? name in columns : version === '1.3' || !earlierColumns.includes(name);
  const own = all.filter(isIn).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(own.map(([name, [type]]) => [name, type]));
}
