const amount = 'DECIMAL(24, 6)';
const quantity = 'DECIMAL(30, 9)';

/**
 * The columns of an export, with their SQL types: the mandatory and recommended columns of FOCUS 1.2, those that
 * commitments, regions and price lists require, and `x_UsageType`.
 */
export const exportColumns = {
  AvailabilityZone: 'VARCHAR',
  BilledCost: amount,
  BillingAccountId: 'VARCHAR',
  BillingAccountName: 'VARCHAR',
  BillingAccountType: 'VARCHAR',
  BillingCurrency: 'VARCHAR',
  BillingPeriodEnd: 'TIMESTAMP',
  BillingPeriodStart: 'TIMESTAMP',
  ChargeCategory: 'VARCHAR',
  ChargeClass: 'VARCHAR',
  ChargeDescription: 'VARCHAR',
  ChargeFrequency: 'VARCHAR',
  ChargePeriodEnd: 'TIMESTAMP',
  ChargePeriodStart: 'TIMESTAMP',
  CommitmentDiscountCategory: 'VARCHAR',
  CommitmentDiscountId: 'VARCHAR',
  CommitmentDiscountName: 'VARCHAR',
  CommitmentDiscountQuantity: quantity,
  CommitmentDiscountStatus: 'VARCHAR',
  CommitmentDiscountType: 'VARCHAR',
  CommitmentDiscountUnit: 'VARCHAR',
  ConsumedQuantity: quantity,
  ConsumedUnit: 'VARCHAR',
  ContractedCost: amount,
  ContractedUnitPrice: amount,
  EffectiveCost: amount,
  InvoiceId: 'VARCHAR',
  InvoiceIssuerName: 'VARCHAR',
  ListCost: amount,
  ListUnitPrice: amount,
  PricingCategory: 'VARCHAR',
  PricingQuantity: quantity,
  PricingUnit: 'VARCHAR',
  ProviderName: 'VARCHAR',
  PublisherName: 'VARCHAR',
  RegionId: 'VARCHAR',
  RegionName: 'VARCHAR',
  ResourceId: 'VARCHAR',
  ResourceName: 'VARCHAR',
  ResourceType: 'VARCHAR',
  ServiceCategory: 'VARCHAR',
  ServiceName: 'VARCHAR',
  ServiceSubcategory: 'VARCHAR',
  SkuId: 'VARCHAR',
  SkuMeter: 'VARCHAR',
  SkuPriceDetails: 'VARCHAR',
  SkuPriceId: 'VARCHAR',
  SubAccountId: 'VARCHAR',
  SubAccountName: 'VARCHAR',
  SubAccountType: 'VARCHAR',
  Tags: 'VARCHAR',
  x_UsageType: 'VARCHAR',
} as const;

/** The columns of the parties to a charge since FOCUS 1.3, and those that 1.4 no longer has. */
const partyColumns = { HostProviderName: 'VARCHAR', ServiceProviderName: 'VARCHAR' } as const;
const earlierColumns: readonly string[] = ['ProviderName', 'PublisherName'];

/** Versions of FOCUS in which an export is written. */
export const exportVersions = ['1.2', '1.3', '1.4'] as const;
export type ExportVersion = (typeof exportVersions)[number];

type ExportColumn = keyof typeof exportColumns | keyof typeof partyColumns;

/** The columns of an export in a version of FOCUS, with their SQL types. */
export function exportColumnsIn(version: ExportVersion): { readonly [column in ExportColumn]?: string } {
  if (version === '1.2') return exportColumns;
  const columns = Object.entries({ ...exportColumns, ...partyColumns });
  const isIn = ([name]: readonly [string, string]) => version === '1.3' || !earlierColumns.includes(name);
  return Object.fromEntries(columns.filter(isIn).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A row of an export as text, exactly as a CSV file contains it; missing or null for a missing value. */
export type ExportRow = { readonly [column in ExportColumn]?: string | null };
