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

/** A row of an export as text, exactly as a CSV file contains it; missing or null for a missing value. */
export type ExportRow = { readonly [column in keyof typeof exportColumns]?: string | null };
