import { literal } from '../../../../src/focus/sql.js';
import { type Instrument, isCommitted, isOf, isUsed, over } from '../commitment-rows.js';
import { type Days, lengthOf } from '../days.js';
import { type Formula, leastSum, shareOf } from '../formulas.js';
import type { KnownBill } from '../known-bill.js';
import type { ProviderBill } from '../provider-bills.js';
import { chargedIn, type Group, type Query } from './query.js';

/** Hours or dollars of commitments that were used and purchased, and the same by their cost. */
export const utilizationFigures = {
  used: over('sum(CommitmentDiscountQuantity)', isUsed),
  purchased: 'sum(CommitmentDiscountQuantity)',
  used_cost: over('sum(EffectiveCost)', isUsed),
  cost: 'sum(EffectiveCost)',
  quantities: 'count(CommitmentDiscountQuantity)',
} as const satisfies Query['figures'];

/** The figures of which utilization is the share: quantities, or costs. */
export function sharedFigures(inUnits: boolean) {
  return inUnits ? (['used', 'purchased'] as const) : (['used_cost', 'cost'] as const);
}

/** The commitments of an instrument in some days. */
export interface InstrumentDays {
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly instrument: Instrument;
}

/**
 * Returns the query for the utilization of the commitments of an instrument.
 *
 * @param selection.days null for all days
 */
export function utilizationQuery({
  provider,
  days,
  instrument,
}: Omit<InstrumentDays, 'days'> & { readonly days: Days | null }): Query {
  return {
    figures: utilizationFigures,
    where: [provider.where, ...chargedIn(days), ...isCommitted, isOf(instrument)],
    groupBy: { service: instrument === 'ri' ? 'ServiceName' : 'CommitmentDiscountType' },
  };
}

/** Returns the query for the utilization of each commitment in some days; by default in all. */
export function byCommitment({ where }: ProviderBill, days: Days | null = null): Query {
  return {
    figures: utilizationFigures,
    where: [where, ...chargedIn(days), ...isCommitted],
    groupBy: { id: 'CommitmentDiscountId' },
  };
}

/**
 * Returns the commitments that ran on each of some days. A month of another one can be projected from the days on which it
 * ran, or from all days.
 */
export async function ranThroughout(
  bill: KnownBill,
  provider: ProviderBill,
  days: Days,
): Promise<ReadonlySet<string | null>> {
  const figures = { days: 'count(DISTINCT CAST(ChargePeriodStart AS DATE))' };
  const ran = await bill.expected({ ...byCommitment(provider, days), figures });
  const whole = ran.filter((row) => row.figures.days === lengthOf(days));
  return new Set(whole.map(({ group }) => group.id ?? null));
}

/**
 * Returns the query for the trend of each commitment in percentage points of 30 days: a least-squares line through the
 * utilization of each day.
 *
 * @param inUnits whether utilization is computed from quantities
 */
export function trendQuery(provider: ProviderBill, days: Days, inUnits: boolean): Query {
  const { where, groupBy = {} } = byCommitment(provider, days);
  const [used, purchased] = sharedFigures(inUnits);
  const columns = [
    'CommitmentDiscountId',
    'CAST(ChargePeriodStart AS DATE) AS charged_on',
    `${utilizationFigures[used]} AS used`,
    `${utilizationFigures[purchased]} AS purchased`,
    'count(*) AS day_rows',
  ];
  return {
    figures: {
      slope: `30 * regr_slope(100 * used / nullif(purchased, 0), date_diff('day', DATE ${literal(days.first)}, charged_on))`,
      days: `count(*) FILTER (WHERE purchased >= ${leastSum} AND used BETWEEN -${leastSum} AND purchased + ${leastSum})`,
    },
    from: `(SELECT ${columns.join(', ')} FROM charges WHERE ${where.join(' AND ')} GROUP BY ALL)`,
    rows: 'sum(day_rows)',
    where: [],
    groupBy,
  };
}

/**
 * The used part as a percentage, with the one that is computed from costs as another reading.
 *
 * @param hasUnits whether that of a group is computed from quantities
 */
export function utilization(hasUnits: (group: Group) => boolean): Formula {
  return (from, days) => {
    const inUnits = hasUnits(from.group);
    const of = (one: boolean) => {
      const [used, all] = sharedFigures(one);
      return shareOf(used, all)(from, days);
    };
    return { ...of(inUnits), alternatives: [of(!inUnits).expected] };
  };
}
