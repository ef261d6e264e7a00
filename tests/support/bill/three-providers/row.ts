/** A row of a FOCUS export: the text of each column; a missing value is an empty text. */
export type BillRow = Readonly<Record<(typeof columns)[number], string>>;

export const columns = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'CommitmentDiscountCategory',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountQuantity',
  'CommitmentDiscountStatus',
  'CommitmentDiscountType',
  'CommitmentDiscountUnit',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractApplied',
  'ContractedCost',
  'EffectiveCost',
  'InvoiceId',
  'ListCost',
  'PricingCategory',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'RegionId',
  'RegionName',
  'ResourceId',
  'ServiceCategory',
  'ServiceName',
  'SkuId',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'Tags',
  'x_UsageType',
] as const;

export const dayMs = 86_400_000;
export const hourMs = dayMs / 24;
export const start = Date.UTC(2026, 3, 1);
const end = Date.UTC(2026, 6, 1);
/** Hourly rows, where the uncovered base needs them. */
export const hourlyFrom = Date.UTC(2026, 4, 26);

const empty = Object.fromEntries(columns.map((name) => [name, ''])) as Record<keyof BillRow, string>;

const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
export const monthStart = (time: number, months = 0) => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
};
/** The charge period of a day, and of a month. */
export const dayOf = (day: number) => ({ from: day, to: day + dayMs });
export const monthOf = (month: number) => ({ from: month, to: monthStart(month, 1) });
export const dollars = (value: number) => String(Number(value.toFixed(8)));

/** A number from 0 to 1 that looks random and depends only on the arguments. */
export function noise(...seeds: readonly number[]): number {
  const x = Math.sin(seeds.reduce((sum, seed) => sum * 31.7 + seed, 7.3)) * 43_758.5453;
  return x - Math.floor(x);
}

/** Some columns of a row. */
export type Columns = Partial<BillRow>;

interface Charge extends Columns {
  readonly from: number;
  readonly to: number;
  readonly billed: number;
  readonly effective?: number;
  readonly list?: number;
  readonly contracted?: number;
  /** The month of the invoice, if it is not that of the charge. */
  readonly invoicedIn?: number;
}

export function rowOf({
  from,
  to,
  billed,
  effective,
  list,
  contracted,
  invoicedIn,
  ...rest
}: Charge): BillRow {
  const period = monthStart(invoicedIn ?? from);
  const provider = rest.ProviderName ?? 'Provider A';
  return {
    ...empty,
    BillingAccountId:
      provider === 'Provider A' ? '999999999999' : `billing-${provider.at(-1)?.toLowerCase()}`,
    BillingAccountName: 'Main',
    BillingCurrency: 'USD',
    BillingPeriodStart: iso(period),
    BillingPeriodEnd: iso(monthStart(period, 1)),
    ChargeCategory: 'Usage',
    ChargeFrequency: 'Usage-Based',
    ChargePeriodStart: iso(from),
    ChargePeriodEnd: iso(to),
    PricingCategory: 'Standard',
    ProviderName: provider,
    PublisherName: provider,
    ServiceCategory: 'Compute',
    Tags: '{}',
    ...rest,
    BilledCost: dollars(billed),
    EffectiveCost: dollars(effective ?? billed),
    ListCost: dollars(list ?? billed),
    ContractedCost: dollars(contracted ?? billed),
  };
}

export const days = Array.from({ length: (end - start) / dayMs }, (_, i) => start + i * dayMs);
export const months = [start, monthStart(start, 1), monthStart(start, 2)];
