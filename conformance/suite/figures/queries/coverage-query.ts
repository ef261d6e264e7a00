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
import { type Formula, share, shareOf, sumOf } from '../formulas.js';
import type { ExpectedRow, KnownBill } from '../known-bill.js';
import type { ProviderBill } from '../provider-bills.js';
import { chargedIn, isValue, type Query } from './query.js';

/** The price of usage in coverage. */
export const coveragePrice = 'ListCost';

/** The other prices: the service weighs coverage by dollars, and does not say which. */
const otherPrices = ['ContractedCost', 'EffectiveCost'] as const;

/** Covered usage and the on-demand remainder. */
const coverageFigures: Query['figures'] = {
  covered: over(`sum(${coveragePrice})`, isUsed),
  on_demand: over(`sum(${coveragePrice})`, isOnDemand),
  covered_by_ri: over(`sum(${coveragePrice})`, `${isUsed} AND ${isOf('ri')}`),
  covered_by_sp: over(`sum(${coveragePrice})`, `${isUsed} AND ${isOf('sp')}`),
  ...Object.fromEntries(
    otherPrices.flatMap((column) => [
      [`covered_${column}`, over(`sum(${column})`, isUsed)],
      [`on_demand_${column}`, over(`sum(${column})`, isOnDemand)],
    ]),
  ),
  unknown_prices: unknownListPrices,
};

/** Returns coverage at the other prices. */
export const coverageAtOtherPrices = (row: ExpectedRow): (number | null)[] =>
  otherPrices.map((column) => {
    const covered = sumOf(row, `covered_${column}`);
    return share(covered, covered + sumOf(row, `on_demand_${column}`));
  });

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
