import { groupBy } from '../../../../src/group-by.js';
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
import { ExpectedRow, type KnownBill } from '../known-bill.js';
import type { ProviderBill } from '../provider-bills.js';
import { byDate } from './cost-query.js';
import { chargedIn, isValue, narrow, type Query } from './query.js';

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

/** What a figure of covered usage must be. */
export const shownWithPrices = { required: 'shown', requiredIf: hasPrices } as const;
export const knownWithPrices = { ...shownWithPrices, required: 'known' } as const;

/** Returns the query for eligible usage in some days. */
export function eligibleQuery({ where }: ProviderBill, days: Days): Query {
  return {
    figures: coverageFigures,
    where: [where, ...chargedIn(days), isUsage, isEligible],
  };
}

/** A part of the covered usage as a percentage of the eligible usage. */
export const coverage = (part = 'covered'): Formula => shareOf(part, 'covered + on_demand');

/** The usage of a commitment's service in some days, with the part that it covered; null if its usage is of several. */
export type ServiceUsage = (id: string | null | undefined, date?: string) => ExpectedRow | null;

/**
 * Returns the eligible usage of the service of each commitment, read at once.
 *
 * @param isDaily whether it is that of one of the days, which must be given with the commitment
 */
export async function usageOfServices(
  bill: KnownBill,
  provider: ProviderBill,
  days: Days,
  isDaily = false,
): Promise<ServiceUsage> {
  const byService = { service: 'ServiceName' };
  const byBoth = { ...byService, id: 'CommitmentDiscountId' };
  const isUse = [isUsage, 'CommitmentDiscountId IS NOT NULL'];
  const uses = groupBy(
    await bill.expected({ figures: {}, where: isUse, groupBy: byBoth }),
    ({ group }) => group.id,
  );
  const keyOf = (service: string, id?: string, date?: string) => JSON.stringify([service, id, date]);
  const read = async (groups: Record<string, string>) => {
    const query = { ...eligibleQuery(provider, days), groupBy: groups };
    const rows = await bill.expected(isDaily ? byDate(query, 'daily') : query);
    const keyOfRow = ({ group: { service, id, date } }: ExpectedRow) =>
      keyOf(String(service), id ?? undefined, date ?? undefined);
    return new Map(rows.map((row) => [keyOfRow(row), row]));
  };
  const ofServices = await read(byService);
  const ofCommitments = await read(byBoth);
  return (id, date) => {
    const [use, ...others] = uses.get(id) ?? [];
    if (!id || !use?.group.service || others.length > 0) return null;
    const { service } = use.group;
    const ofDays = eligibleQuery(provider, date === undefined ? days : { first: date, last: date });
    const isIts = `${isUsed} AND ${isValue(byBoth.id, id)}`;
    const figures = { ...ofDays.figures, covered_by_it: over(`sum(${coveragePrice})`, isIts) };
    const from = ofServices.get(keyOf(service, undefined, date));
    const { covered = 0 } = ofCommitments.get(keyOf(service, id, date))?.figures ?? {};
    const values = { ...from?.figures, covered_by_it: covered, row_count: from?.rows };
    const query = narrow({ ...ofDays, figures }, isValue(byService.service, service));
    return new ExpectedRow(bill, query, values);
  };
}
