/** The columns of the view `charges`: one row for each row of the export, in the types that the name says. */
export interface ChargeColumns {
  /** `provider_a` for the provider with the highest cost, then `provider_b` and so on, unless an option maps it. */
  readonly provider_id: 'VARCHAR';
  readonly ProviderName: 'VARCHAR';
  readonly PublisherName: 'VARCHAR';
  readonly BillingAccountId: 'VARCHAR';
  readonly SubAccountId: 'VARCHAR';
  readonly SubAccountName: 'VARCHAR';
  readonly ServiceName: 'VARCHAR';
  readonly ServiceCategory: 'VARCHAR';
  readonly RegionId: 'VARCHAR';
  readonly InvoiceId: 'VARCHAR';
  /** In upper case; one in all rows. */
  readonly BillingCurrency: 'VARCHAR';
  readonly BillingPeriodStart: 'TIMESTAMP';
  readonly BillingPeriodEnd: 'TIMESTAMP';
  readonly ChargePeriodStart: 'TIMESTAMP';
  readonly ChargePeriodEnd: 'TIMESTAMP';
  readonly ChargeCategory: 'VARCHAR';
  readonly ChargeClass: 'VARCHAR';
  readonly ChargeFrequency: 'VARCHAR';
  readonly PricingCategory: 'VARCHAR';
  readonly ResourceId: 'VARCHAR';
  readonly ResourceType: 'VARCHAR';
  readonly SkuId: 'VARCHAR';
  readonly SkuPriceId: 'VARCHAR';
  /** `x_UsageType`, else `SkuMeter`, else `SkuId`. */
  readonly usage_type: 'VARCHAR';
  /** The operating system in `SkuPriceDetails`, else its `InstanceSeries`; NULL if the export has neither. */
  readonly platform: 'VARCHAR';
  readonly ConsumedQuantity: 'DECIMAL';
  readonly ConsumedUnit: 'VARCHAR';
  readonly PricingQuantity: 'DECIMAL';
  readonly PricingUnit: 'VARCHAR';
  /** A JSON object whose keys and values are strings; `{}` without tags. */
  readonly Tags: 'VARCHAR';
  readonly CommitmentDiscountId: 'VARCHAR';
  readonly CommitmentDiscountName: 'VARCHAR';
  readonly CommitmentDiscountCategory: 'VARCHAR';
  readonly CommitmentDiscountType: 'VARCHAR';
  readonly CommitmentDiscountStatus: 'VARCHAR';
  readonly CommitmentDiscountQuantity: 'DECIMAL';
  readonly CommitmentDiscountUnit: 'VARCHAR';
  /** A JSON array of what is applied to contract commitments. */
  readonly ContractApplied: 'VARCHAR';
  readonly BilledCost: 'DECIMAL';
  readonly EffectiveCost: 'DECIMAL';
  /** The contracted, else the effective cost where it is empty or, for usage that ran and cost something, 0. */
  readonly ListCost: 'DECIMAL';
  /** The list, else the effective cost where it is empty or, for usage that ran and cost something, 0. */
  readonly ContractedCost: 'DECIMAL';
  /** The prices as they are in the export. */
  readonly stated_list_cost: 'DECIMAL';
  readonly stated_contracted_cost: 'DECIMAL';
}
