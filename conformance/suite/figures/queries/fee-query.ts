import { literal } from '../../../../src/focus/sql.js';
import { isCommitted, isUnused, isUsed, over } from '../commitment-rows.js';
import { type Days, lengthOf } from '../days.js';
import type { ExpectedRow, KnownBill } from '../known-bill.js';
import type { ProviderBill } from '../provider-bills.js';
import { chargedIn, type Query } from './query.js';

/** Returns the query for what each commitment charged in some days, and the public price of what it covered. */
export function feeQuery({ where }: ProviderBill, days: Days): Query {
  return {
    figures: {
      fee: 'sum(EffectiveCost)',
      used_fee: over('sum(EffectiveCost)', isUsed),
      unused: over('sum(EffectiveCost)', isUnused),
      unused_rows: over('count(*)', isUnused),
      covered: over('sum(ListCost)', isUsed),
      days: 'count(DISTINCT CAST(ChargePeriodStart AS DATE))',
    },
    where: [where, ...chargedIn(days), ...isCommitted],
    groupBy: byId,
  };
}

/** By which commitments are grouped. */
export const byId = { id: 'CommitmentDiscountId' };

/** What a commitment charges or offers. */
type Amount = 'EffectiveCost' | 'CommitmentDiscountQuantity';

/** Returns the commitments of which an amount is the same on each of some days, and that have no row of several days. */
export async function steadyIn(
  bill: KnownBill,
  { where }: ProviderBill,
  days: Days,
  amount: Amount = 'EffectiveCost',
): Promise<ReadonlySet<string | null | undefined>> {
  const isLonger = "ChargePeriodEnd > date_trunc('day', ChargePeriodStart) + INTERVAL 1 DAY";
  const byDay = `SELECT CommitmentDiscountId, CAST(ChargePeriodStart AS DATE) AS charged_on, sum(${amount}) AS amount, count(*) FILTER (WHERE ${isLonger}) AS longer, count(*) AS day_rows FROM charges WHERE ${[where, ...isCommitted].join(' AND ')} GROUP BY ALL`;
  const inDays = `FILTER (WHERE charged_on BETWEEN DATE ${literal(days.first)} AND DATE ${literal(days.last)})`;
  const rows = await bill.expected({
    figures: {
      least: `min(amount) ${inDays}`,
      most: `max(amount) ${inDays}`,
      days: `count(amount) ${inDays}`,
      longer: 'sum(longer)',
    },
    from: `(${byDay})`,
    rows: 'sum(day_rows)',
    where: [],
    groupBy: byId,
  });
  const isSteady = ({ figures: { least, most, days: count, longer } }: ExpectedRow) =>
    longer === 0 && count === lengthOf(days) && (most ?? 0) - (least ?? 0) <= 1e-6 * Math.abs(most ?? 0);
  return new Set(rows.filter(isSteady).map(({ group }) => group.id));
}

/** The commitments of a provider in some days of which the bill determines the fee of a month, and those of which it is the same on each day. */
export interface Fees {
  readonly known: ReadonlySet<string | null | undefined>;
  readonly steady: ReadonlySet<string | null | undefined>;
}

/**
 * Returns what is known of the fees of commitments. The fee of a month is known if the commitment ran on every day, does
 * not end now, and was bought at public prices, which the monthly amounts of an inventory are at.
 */
export async function feesIn(bill: KnownBill, provider: ProviderBill, days: Days): Promise<Fees> {
  const isPublic = 'ListCost = BilledCost AND BilledCost > 0';
  const endsNow = `ChargeFrequency = 'One-Time' AND ChargePeriodEnd < DATE ${literal(days.last)} + INTERVAL 3 DAY`;
  const purchases = await bill.expected({
    figures: { is_known: `CAST(bool_and((${isPublic} AND NOT (${endsNow})) IS TRUE) AS INTEGER)` },
    where: [provider.where, "ChargeCategory = 'Purchase'", 'CommitmentDiscountId IS NOT NULL'],
    groupBy: byId,
  });
  const bought = new Set(
    purchases.filter(({ figures }) => figures.is_known === 1).map(({ group }) => group.id),
  );
  const fees = await bill.expected(feeQuery(provider, days));
  const whole = fees.filter(({ figures }) => figures.days === lengthOf(days)).map(({ group }) => group.id);
  return {
    known: new Set(whole.filter((id) => bought.has(id))),
    steady: await steadyIn(bill, provider, days),
  };
}
