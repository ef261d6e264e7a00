import {
  isEligible,
  isOf,
  isOnDemand,
  isUsage,
  isUsed,
  over,
  unknownListPrices,
} from '../commitment-rows.js';
import type { Days } from '../days.js';
import { type Formula, share, shareOf } from '../formulas.js';
import type { ExpectedRow, KnownBill } from '../known-bill.js';
import type { ProviderBill } from '../provider-bills.js';
import { chargedIn, isValue, type Query } from './query.js';

/** The price of usage in coverage. */
export const coveragePrice = 'ListCost';

/** Covered usage and the on-demand remainder. */
const coverageFigures: Query['figures'] = {
  covered: over(`sum(${coveragePrice})`, isUsed),
  on_demand: over(`sum(${coveragePrice})`, isOnDemand),
  covered_by_ri: over(`sum(${coveragePrice})`, `${isUsed} AND ${isOf('ri')}`),
  covered_by_sp: over(`sum(${coveragePrice})`, `${isUsed} AND ${isOf('sp')}`),
  ...atPrice('ContractedCost'),
  ...atPrice('EffectiveCost'),
  unknown_prices: unknownListPrices,
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

/** Whether covered usage has prices: coverage may be null if the bill contains only the fees of commitments. */
export function hasPrices({ figures: { covered, covered_EffectiveCost } }: ExpectedRow): boolean {
  return covered === 0 || covered !== covered_EffectiveCost;
}

/** Returns the covered usage of one commitment. */
export function coveredBy(id: string | null): string {
  return over(`sum(${coveragePrice})`, `${isUsed} AND ${isValue('CommitmentDiscountId', id)}`);
}

/** Returns the query for eligible usage in some days. */
export function eligibleQuery({ where }: ProviderBill, days: Days): Query {
  return {
    figures: coverageFigures,
    where: [where, ...chargedIn(days), isUsage, isEligible],
  };
}

/** A part of the covered usage as a percentage of the eligible usage. */
export const coverage = (part = 'covered'): Formula => shareOf(part, 'covered + on_demand');

/** Returns the service of a commitment, if all its usage is of one. */
export async function onlyServiceOf(bill: KnownBill, id: string | null): Promise<string | undefined> {
  const [service] = await bill.column(
    `SELECT min(ServiceName) AS service FROM charges WHERE ${isValue('CommitmentDiscountId', id)} AND ${isUsage} HAVING count(DISTINCT coalesce(ServiceName, '')) = 1`,
  );
  return service;
}
