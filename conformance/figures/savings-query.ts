import { isEligible, isOnDemand, isUsage, isUsed, over } from './commitment-rows.js';
import { daysOfMonth } from './days.js';
import { chargedIn, isOneOf, type Query } from './query.js';

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
