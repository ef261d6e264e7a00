import { literal } from '../../../../src/focus/sql.js';
import type { Deviation } from '../../../engine/claim.js';
import { type Instrument, isCommitted, isOf, isUnused, isUsed, over } from '../commitment-rows.js';
import { type Days, lengthOf } from '../days.js';
import { type Formula, leastSum, shareOf } from '../formulas.js';
import type { ExpectedRow, KnownBill } from '../known-bill.js';
import type { ProviderBill } from '../provider-bills.js';
import { chargedIn, type Group, narrow, type Query } from './query.js';

/** What was used of commitments in hours or dollars, and what they charged. */
export const commitmentFigures = {
  used: over('sum(CommitmentDiscountQuantity)', isUsed),
  purchased: 'sum(CommitmentDiscountQuantity)',
  used_cost: over('sum(EffectiveCost)', isUsed),
  cost: 'sum(EffectiveCost)',
  quantities: 'count(CommitmentDiscountQuantity)',
  units: 'count(DISTINCT lower(CommitmentDiscountUnit))',
  unused_rows: over('count(*)', isUnused),
  /** The public price of what they covered. */
  covered: over('sum(ListCost)', isUsed),
  days: 'count(DISTINCT CAST(ChargePeriodStart AS DATE))',
  last: 'epoch_ms(max(ChargePeriodStart))',
  /** The part of the quantities that is not in the currency of the bill. */
  not_dollars: 'count(*) FILTER (WHERE upper(CommitmentDiscountUnit) IS DISTINCT FROM BillingCurrency)',
} as const satisfies Query['figures'];

/** By which commitments are grouped. */
export const byId = { id: 'CommitmentDiscountId' };

/** Returns the query for the use of each commitment in some days; by default in all. */
export function byCommitment({ where }: Pick<ProviderBill, 'where'>, days: Days | null = null): Query {
  return {
    figures: commitmentFigures,
    where: [where, ...chargedIn(days), ...isCommitted],
    groupBy: byId,
  };
}

/** The commitments of an instrument in some days; null is all days. */
export interface InstrumentDays {
  readonly provider: ProviderBill;
  readonly days: Days | null;
  readonly instrument: Instrument;
}

/** Returns the query for the use of the commitments of an instrument, by their service or plan type. */
export function byService({ provider, days, instrument }: InstrumentDays): Query {
  const groupBy = { service: instrument === 'ri' ? 'ServiceName' : 'CommitmentDiscountType' };
  return { ...narrow(byCommitment(provider, days), isOf(instrument)), groupBy };
}

/** The figures of which utilization is the share: quantities, or costs. */
export function sharedFigures(inUnits: boolean) {
  return inUnits ? (['used', 'purchased'] as const) : (['used_cost', 'cost'] as const);
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

/**
 * Returns whether every row of a group has a quantity, in units that can be added, so that its utilization is not
 * computed from costs.
 *
 * @param query groups the rows of all days, because the unit of a group is the same in every range of days
 */
export async function knownUnits(bill: KnownBill, query: Query): Promise<(group: Group) => boolean> {
  const keyOf = (group: Group) =>
    JSON.stringify(Object.keys(query.groupBy ?? {}).map((name) => group[name] ?? null));
  const isKnown = ({ figures, rows }: ExpectedRow) => figures.quantities === rows && (figures.units ?? 0) < 2;
  const known = new Set((await bill.expected(query)).filter(isKnown).map(({ group }) => keyOf(group)));
  return (group) => known.has(keyOf(group));
}

/** The ids of commitments. */
export type Ids = ReadonlySet<string | null | undefined>;

const idsOf = (rows: readonly ExpectedRow[]): Ids => new Set(rows.map(({ group }) => group.id));

/** The commitments of a provider whose figures in some days the bill determines. */
export interface KnownCommitments {
  /**
   * Those that ran on each day. A month of another one can be projected from the days on which it ran, or from all days.
   */
  readonly whole: Ids;
  /**
   * Those with a known fee of a month: they ran on each day, do not end now, and were bought at public prices, which the
   * monthly amounts of an inventory are at.
   */
  readonly priced: Ids;
  /** Those whose fee is the same on each day. */
  readonly steady: Ids;
  /** Those whose quantity is the same on each day. */
  readonly promised: Ids;
}

export async function knownCommitments(
  bill: KnownBill,
  provider: ProviderBill,
  days: Days,
): Promise<KnownCommitments> {
  const isPublic = 'ListCost = BilledCost AND BilledCost > 0';
  const endsNow = `ChargeFrequency = 'One-Time' AND ChargePeriodEnd < DATE ${literal(days.last)} + INTERVAL 3 DAY`;
  const purchases = await bill.expected({
    figures: { is_known: `CAST(bool_and((${isPublic} AND NOT (${endsNow})) IS TRUE) AS INTEGER)` },
    where: [provider.where, "ChargeCategory = 'Purchase'", 'CommitmentDiscountId IS NOT NULL'],
    groupBy: byId,
  });
  const bought = idsOf(purchases.filter(({ figures }) => figures.is_known === 1));
  const ran = await bill.expected(byCommitment(provider, days));
  const whole = ran.filter(({ figures }) => figures.days === lengthOf(days));
  return {
    whole: idsOf(whole),
    priced: idsOf(whole.filter(({ group }) => bought.has(group.id))),
    ...(await steadyIn(bill, provider, days)),
  };
}

/** Returns a statement of figures of each commitment on each day. */
const byDay = (figures: readonly string[], where: readonly string[]) =>
  `(SELECT CommitmentDiscountId, CAST(ChargePeriodStart AS DATE) AS charged_on, ${figures.join(', ')}, count(*) AS day_rows FROM charges WHERE ${where.join(' AND ')} GROUP BY ALL)`;

/** Returns the commitments whose fee or quantity is the same on each of some days, and that have no row of several days. */
async function steadyIn(
  bill: KnownBill,
  provider: ProviderBill,
  days: Days,
): Promise<Pick<KnownCommitments, 'steady' | 'promised'>> {
  const isLonger = "ChargePeriodEnd > date_trunc('day', ChargePeriodStart) + INTERVAL 1 DAY";
  const inDays = `FILTER (WHERE charged_on BETWEEN DATE ${literal(days.first)} AND DATE ${literal(days.last)})`;
  const range = (name: string) => `max(${name}) ${inDays} - min(${name}) ${inDays}`;
  const isSteady = (name: string) =>
    `CAST(sum(longer) = 0 AND count(${name}) ${inDays} = ${lengthOf(days)} AND ${range(name)} <= 1e-6 * abs(max(${name}) ${inDays}) AS INTEGER)`;
  const amounts = ['sum(EffectiveCost) AS cost', 'sum(CommitmentDiscountQuantity) AS quantity'];
  const rows = await bill.expected({
    figures: { steady: isSteady('cost'), promised: isSteady('quantity') },
    from: byDay([...amounts, `count(*) FILTER (WHERE ${isLonger}) AS longer`], byCommitment(provider).where),
    rows: 'sum(day_rows)',
    where: [],
    groupBy: byId,
  });
  const those = (name: 'steady' | 'promised') => idsOf(rows.filter(({ figures }) => figures[name] === 1));
  return { steady: those('steady'), promised: those('promised') };
}

/**
 * Returns the query for the trend of each commitment in percentage points of 30 days: a least-squares line through the
 * utilization of each day.
 *
 * @param inUnits whether utilization is computed from quantities
 */
export function trendQuery(provider: ProviderBill, days: Days, inUnits: boolean): Query {
  const [used, purchased] = sharedFigures(inUnits);
  const figures = [`${commitmentFigures[used]} AS used`, `${commitmentFigures[purchased]} AS purchased`];
  return {
    figures: {
      slope: `30 * regr_slope(100 * used / nullif(purchased, 0), date_diff('day', DATE ${literal(days.first)}, charged_on))`,
      days: `count(*) FILTER (WHERE purchased >= ${leastSum} AND used BETWEEN -${leastSum} AND purchased + ${leastSum})`,
    },
    from: byDay(figures, byCommitment(provider, days).where),
    rows: 'sum(day_rows)',
    where: [],
    groupBy: byId,
  };
}

/**
 * Returns whether any commitment is measured from a day before some days on: none of its rows starts in them, but a
 * charge period of it covers some of them.
 */
export async function startsBefore(bill: KnownBill, where: readonly string[], days: Days): Promise<boolean> {
  const first = `DATE ${literal(days.first)}`;
  const found = await bill.column(
    `SELECT CommitmentDiscountId FROM charges WHERE ${[...where, ...isCommitted].join(' AND ')} GROUP BY CommitmentDiscountId
      HAVING NOT bool_or(${chargedIn(days).join(' AND ')}) AND bool_or(ChargePeriodStart < ${first} AND ChargePeriodEnd > ${first})`,
  );
  return found.length > 0;
}

/**
 * Returns what another figure of a day is than that of the rows which start on it: these define it, unless a charge period
 * is longer than a day, which a server may spread over its days.
 */
export async function deviationOfDays(bill: KnownBill, where: readonly string[]): Promise<Deviation> {
  const longer = 'ChargePeriodEnd > ChargePeriodStart + INTERVAL 1 DAY';
  const { rows } = await bill.total({ figures: {}, where: [...where, longer] });
  return rows === 0 ? 'contradiction' : 'preference';
}
