import type { Days } from './days.js';
import { lengthOf } from './days.js';
import type { ExpectedRow } from './known-bill.js';
import { literal, type Query } from './query.js';

/** Conditions of the classes of rows that commitment figures are from. */
export const isUsed = "CommitmentDiscountStatus = 'Used'";
export const isUnused = "CommitmentDiscountStatus = 'Unused'";
export const isUsage = "ChargeCategory = 'Usage'";
export const isCommitted = [isUsage, 'CommitmentDiscountStatus IS NOT NULL'];
export const isOnDemand = 'CommitmentDiscountId IS NULL';
/** Usage that ran, covered or not. */
const ran = `(${isUsed} OR ${isOnDemand})`;
const counts = `(CommitmentDiscountStatus IS NOT NULL OR ${isOnDemand})`;

/** Usage that a commitment could cover: of the services that have commitments. */
export const isEligible =
  '(CommitmentDiscountId IS NOT NULL OR (provider_id, ServiceName) IN (SELECT DISTINCT (provider_id, ServiceName) FROM charges WHERE CommitmentDiscountId IS NOT NULL))';

export type Instrument = 'ri' | 'sp';

/** Returns the condition that rows are about commitments of an instrument. */
export function isOf(instrument: Instrument): string {
  return `CommitmentDiscountCategory = ${instrument === 'ri' ? "'Usage'" : "'Spend'"}`;
}

/** Returns the SQL expression of a sum over the rows that meet a condition; 0 without any. */
export const over = (sum: string, condition: string): string =>
  `coalesce(${sum} FILTER (WHERE ${condition}), 0)`;

/** What usage would have cost, what it did cost, and what saved the difference. */
export const savingsFigures: Query['figures'] = {
  on_demand_equivalent: over('sum(ListCost)', ran),
  effective_cost: over('sum(EffectiveCost)', counts),
  negotiated_saved: over('sum(ListCost - ContractedCost)', ran),
  commitment_saved: `${over('sum(ContractedCost)', ran)} - ${over('sum(EffectiveCost)', counts)}`,
};

/** Hours or dollars of commitments that were used and purchased, and the same by their cost. */
export const utilizationFigures: Query['figures'] = {
  used: over('sum(CommitmentDiscountQuantity)', isUsed),
  purchased: 'sum(CommitmentDiscountQuantity)',
  used_cost: over('sum(EffectiveCost)', isUsed),
  cost: 'sum(EffectiveCost)',
  quantities: 'count(CommitmentDiscountQuantity)',
};

/** The price of usage in coverage. */
export const coveragePrice = 'ListCost';

/** Covered usage and the on-demand remainder. */
export const coverageFigures: Query['figures'] = {
  covered: over(`sum(${coveragePrice})`, isUsed),
  on_demand: over(`sum(${coveragePrice})`, isOnDemand),
  covered_by_ri: over(`sum(${coveragePrice})`, `${isUsed} AND ${isOf('ri')}`),
  covered_by_sp: over(`sum(${coveragePrice})`, `${isUsed} AND ${isOf('sp')}`),
  ...atPrice('ContractedCost'),
  ...atPrice('EffectiveCost'),
};

/** Covered usage and the on-demand remainder in another cost column. */
function atPrice(column: 'ContractedCost' | 'EffectiveCost'): Query['figures'] {
  const sum = `sum(${column})`;
  return { [`covered_${column}`]: over(sum, isUsed), [`on_demand_${column}`]: over(sum, isOnDemand) };
}

/** Returns coverage at the other prices: the service weighs it by dollars, and does not say which. */
export function coverageAtOtherPrices(figures: ExpectedRow['figures']): (number | null)[] {
  return ['ContractedCost', 'EffectiveCost'].map((column) => {
    const covered = figures[`covered_${column}`];
    return share(covered, (covered ?? 0) + (figures[`on_demand_${column}`] ?? 0));
  });
}

/** Returns the covered usage of one commitment. */
export function coveredBy(id: string): string {
  return over(`sum(${coveragePrice})`, `${isUsed} AND CommitmentDiscountId = ${literal(id)}`);
}

/** Converts an amount of a range of days to a month of 730 hours. */
export function perMonth(amount: number | null | undefined, days: Days): number {
  return ((amount ?? 0) * 730) / (24 * lengthOf(days));
}

/** Returns a share as a percentage; null if it is none, because corrections exceed what they correct. */
export function share(part: number | null | undefined, whole: number | null | undefined): number | null {
  return (part ?? 0) < 0 || (part ?? 0) > (whole ?? 0) ? null : percent(part, whole);
}

/** Returns a quotient as a percentage; null if there is nothing to divide by. */
export function percent(part: number | null | undefined, whole: number | null | undefined): number | null {
  return whole ? ((part ?? 0) / whole) * 100 : null;
}
