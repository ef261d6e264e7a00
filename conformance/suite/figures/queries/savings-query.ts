import { NotApplicable } from '../../../engine/judge/outcome.js';
import {
  isEligible,
  isOnDemand,
  isUnknown,
  isUnpriced,
  isUsage,
  isUsed,
  over,
  unknownPrices,
} from '../commitment-rows.js';
import { daysOfMonth } from '../days.js';
import type { KnownBill } from '../known-bill.js';
import { chargedIn, isOneOf, narrow, type Query } from './query.js';

/** Whose savings are measured: usage that a commitment could cover, or all. */
export type SavingsScope = 'eligible' | 'all';

/** Usage that ran, covered or not. */
const ran = `(${isUsed} OR ${isOnDemand})`;
const counts = `(CommitmentDiscountStatus IS NOT NULL OR ${isOnDemand})`;

/** What usage would have cost, what it did cost, and what saved the difference. */
const savingsFigures: Query['figures'] = {
  on_demand_equivalent: over('sum(ListCost)', ran),
  effective_cost: over('sum(EffectiveCost)', counts),
  negotiated_saved: over('sum(ListCost - ContractedCost)', ran),
  commitment_saved: `${over('sum(ContractedCost)', ran)} - ${over('sum(EffectiveCost)', counts)}`,
  unknown_prices: unknownPrices,
  unpriced_cost: over('sum(ListCost)', `${ran} AND ${isUnpriced}`),
};

/** Returns the query for the savings of a month. */
export function savingsQuery(month: string, providers: readonly string[], scope: SavingsScope): Query {
  return {
    figures: savingsFigures,
    where: [
      isOneOf('provider_id', providers),
      ...chargedIn(daysOfMonth(month)),
      isUsage,
      ...(scope === 'eligible' ? [isEligible] : []),
    ],
  };
}

/**
 * Leaves out usage without list prices from accounts that also have usage of providers with list prices.
 *
 * @returns the query, and whether it leaves out a part of the usage of an account
 */
export async function withListPrices(
  bill: KnownBill,
  query: Query,
): Promise<{ query: Query; isPart: boolean }> {
  const unpriced = await providersWithoutListPrices(bill);
  if (unpriced.length === 0) return { query, isPart: false };
  const hasNoPrices = isOneOf('provider_id', unpriced);
  const account = "coalesce(SubAccountId, '')";
  const accountsOf = async (condition: string) => {
    const rows = await bill.expected({ ...narrow(query, condition), groupBy: { account } });
    return rows.map(({ group }) => group.account ?? '');
  };
  const priced = await accountsOf(`NOT (${hasNoPrices})`);
  const mixed = (await accountsOf(hasNoPrices)).filter((id) => priced.includes(id));
  if (mixed.length === 0) return { query, isPart: false };
  return { query: narrow(query, `NOT (${hasNoPrices} AND ${isOneOf(account, mixed)})`), isPart: true };
}

/**
 * Unused commitments have no list prices, so they do not show whether their provider has some.
 *
 * @throws {NotApplicable} if the list costs of a provider add up to 0 on every day, since servers may store sums by day
 */
async function providersWithoutListPrices(bill: KnownBill): Promise<readonly string[]> {
  const isPriced = `stated_list_cost <> 0 AND NOT ${isUnknown('stated_contracted_cost')}`;
  const byDay = `SELECT provider_id, coalesce(sum(stated_list_cost) FILTER (WHERE ${isPriced}), 0) AS list, count(*) FILTER (WHERE ${isPriced}) AS priced, count(*) AS day_rows FROM charges WHERE ${isUsage} AND ${ran} GROUP BY provider_id, CAST(ChargePeriodStart AS DATE)`;
  const rows = await bill.expected({
    figures: { priced: 'sum(priced)', days: 'count(*) FILTER (WHERE abs(list) > 1e-6)' },
    from: `(${byDay})`,
    rows: 'sum(day_rows)',
    where: [],
    groupBy: { provider_id: 'provider_id' },
  });
  const unpriced = rows.filter(({ figures }) => figures.days === 0);
  const unclear = unpriced.find(({ figures }) => figures.priced !== 0);
  if (unclear)
    throw new NotApplicable(`the list costs of ${unclear.group.provider_id} add up to 0 on every day`);
  return unpriced.flatMap(({ group }) => group.provider_id ?? []);
}
