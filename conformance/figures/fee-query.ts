import { literal } from '../../src/focus/sql.js';
import { isCommitted, isUnused, isUsed, over } from './commitment-rows.js';
import { type Days, lengthOf } from './days.js';
import type { ExpectedRow, KnownBill } from './known-bill.js';
import type { ProviderBill } from './provider-bills.js';
import { chargedIn, type Query } from './query.js';

/** Returns the query for what commitments charged in some days, and the public price of what they covered. */
export function feeQuery({ where }: ProviderBill, days: Days): Query {
  return {
    figures: {
      fee: 'sum(EffectiveCost)',
      used_fee: over('sum(EffectiveCost)', isUsed),
      unused: over('sum(EffectiveCost)', isUnused),
      covered: over('sum(ListCost)', isUsed),
      days: 'count(DISTINCT CAST(ChargePeriodStart AS DATE))',
    },
    where: [where, ...chargedIn(days), ...isCommitted],
  };
}

/**
 * Returns the fees of each commitment in some days. The fee of a month is known if the commitment ran on every day, does
 * not end now, and was bought at public prices, which the monthly amounts of an inventory are at.
 */
export async function feesIn(
  bill: KnownBill,
  provider: ProviderBill,
  days: Days,
): Promise<{ from: ExpectedRow; isKnown: boolean }[]> {
  const groupBy = { id: 'CommitmentDiscountId' };
  const isPublic = 'ListCost = BilledCost AND BilledCost > 0';
  const endsNow = `ChargeFrequency = 'One-Time' AND ChargePeriodEnd < DATE ${literal(days.last)} + INTERVAL 3 DAY`;
  const purchases = await bill.expected({
    figures: { is_known: `CAST(bool_and((${isPublic} AND NOT (${endsNow})) IS TRUE) AS INTEGER)` },
    where: [provider.where, "ChargeCategory = 'Purchase'", 'CommitmentDiscountId IS NOT NULL'],
    groupBy,
  });
  const known = new Set(
    purchases.filter(({ figures }) => figures.is_known === 1).map(({ group }) => group.id),
  );
  const fees = await bill.expected({ ...feeQuery(provider, days), groupBy });
  return fees.map((from) => ({
    from,
    isKnown: from.figures.days === lengthOf(days) && known.has(from.group.id),
  }));
}
