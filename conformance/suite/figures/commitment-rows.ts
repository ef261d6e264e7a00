/** Conditions of the classes of rows that commitment figures are from. */
export const isUsed = "CommitmentDiscountStatus = 'Used'";
export const isUnused = "CommitmentDiscountStatus = 'Unused'";
export const isUsage = "ChargeCategory = 'Usage'";
export const isCommitted = [isUsage, 'CommitmentDiscountStatus IS NOT NULL'];
export const isOnDemand = 'CommitmentDiscountId IS NULL';

/** Whether a price of usage that ran is not known: it is empty, or 0 although the usage cost something. */
export const isUnknown = (price: string) =>
  `(${price} IS NULL OR ${price} = 0 AND (BilledCost <> 0 OR EffectiveCost <> 0))`;
/** The number of rows of usage that ran whose list price, or whose list or contracted price is not known. */
export const unknownListPrices = `count(*) FILTER (WHERE ${isUnknown('stated_list_cost')} AND CommitmentDiscountStatus IS DISTINCT FROM 'Unused')`;
/** Whether the list or the contracted price of usage that ran is not known. */
export const isUnpriced = `(${isUnknown('stated_list_cost')} OR ${isUnknown('stated_contracted_cost')}) AND CommitmentDiscountStatus IS DISTINCT FROM 'Unused'`;
export const unknownPrices = `count(*) FILTER (WHERE ${isUnpriced})`;

/** Usage that a commitment could cover: of the services that have used or unused rows of commitments. */
export const isEligible = `(CommitmentDiscountId IS NOT NULL OR (provider_id, ServiceName) IN (SELECT DISTINCT (provider_id, ServiceName) FROM charges WHERE ${isCommitted.join(' AND ')}))`;

export const instruments = ['ri', 'sp'] as const;
export type Instrument = (typeof instruments)[number];

/** Returns the condition that rows are about commitments of an instrument. */
export function isOf(instrument: Instrument): string {
  return `CommitmentDiscountCategory = ${instrument === 'ri' ? "'Usage'" : "'Spend'"}`;
}

/** Returns the SQL expression of a sum over the rows that meet a condition; 0 without any. */
export const over = (sum: string, condition: string): string =>
  `coalesce(${sum} FILTER (WHERE ${condition}), 0)`;
