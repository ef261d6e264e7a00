import { NotApplicable } from '../../engine/judge/outcome.js';
import { type Days, daysOfMonth, earlier, isoDay, later, plusDays } from './days.js';
import type { KnownBill } from './known-bill.js';
import { isValue } from './queries/query.js';

/** The part of a bill that is about one provider, and the days in it that show most mistakes. */
export interface ProviderBill {
  readonly id: string;
  /** SQL condition that selects its rows. */
  readonly where: string;
  /** The days with rows, up to the last complete day of usage. */
  readonly days: Days;
  /** Complete months, those with most kinds of rows first. */
  readonly months: readonly string[];
  /** A few days around a correction, or around another kind of row that is easily missed. */
  readonly around: Days;
}

/** The only provider that sells reservations and savings plans. */
export const sellerId = 'provider_a';

/** The only provider with invoice months and with credits that a request can leave out. */
export const invoicedId = 'provider_b';

/** Of all purchases, the one-time ones are missed most often. */
export const purchases = ['purchases', "ChargeCategory = 'Purchase'"] as const;

/** Rows that servers often miss, by how they are named: SQL conditions, those that are missed most often first. */
export const easilyMissed: readonly (readonly [name: string, condition: string])[] = [
  ['corrections', "ChargeClass = 'Correction'"],
  [
    'rows that are billed in another month',
    "strftime(ChargePeriodStart, '%Y-%m') <> strftime(BillingPeriodStart, '%Y-%m')",
  ],
  ['one-time purchases', "ChargeCategory = 'Purchase' AND ChargeFrequency = 'One-Time'"],
  ['unused commitments', "CommitmentDiscountStatus = 'Unused'"],
  ['credits', "ChargeCategory = 'Credit'"],
  ['tax', "ChargeCategory = 'Tax'"],
  ['adjustments', "ChargeCategory = 'Adjustment'"],
  purchases,
  ['rows without an account', 'SubAccountId IS NULL'],
  ['rows without a region', 'RegionId IS NULL'],
  ['rows without tags', "Tags = '{}'"],
];

/**
 * Returns the providers of a bill, the one with the most cost first.
 *
 * @param open the first day whose costs the server need not show, such as that of its clock
 */
export async function providersOf(bill: KnownBill, open: string): Promise<readonly ProviderBill[]> {
  const last = await lastCompleteDay(bill);
  if (last === null) throw new NotApplicable('the bill has no complete day of usage');
  const end = earlier(last, plusDays(open, -1));
  const rows = await bill.expected({
    figures: { cost: 'sum(BilledCost)', start: 'epoch_ms(min(ChargePeriodStart))' },
    where: [],
    groupBy: { provider_id: 'provider_id' },
  });
  const found = [...rows]
    .sort((a, b) => (b.figures.cost ?? 0) - (a.figures.cost ?? 0))
    .map(({ group, figures }) => ({ id: group.provider_id, first: isoDay(figures.start ?? 0) }))
    .filter(({ id, first }) => id && first <= end);
  return Promise.all(found.map(({ id, first }) => providerBillOf(bill, String(id), { first, last: end })));
}

/**
 * The last day up to whose end the bill has usage, without usage of a month or a year if there is other; null without
 * a complete day. A server may not show a day that is still running.
 */
export async function lastCompleteDay(bill: KnownBill): Promise<string | null> {
  const ends = (condition: string) => `max(ChargePeriodEnd) FILTER (WHERE ${condition})`;
  const isUsage = "ChargeCategory = 'Usage'";
  const isShort = 'ChargePeriodEnd <= ChargePeriodStart + INTERVAL 2 DAY';
  const { figures } = await bill.total({
    figures: {
      period_start: 'epoch_ms(min(ChargePeriodStart))',
      period_end: `epoch_ms(coalesce(${ends(`${isUsage} AND ${isShort}`)}, ${ends(isUsage)}))`,
    },
    where: [],
  });
  const { period_start, period_end } = figures;
  if (!period_start || !period_end) return null;
  const last = plusDays(isoDay(period_end), -1);
  return last < isoDay(period_start) ? null : last;
}

async function providerBillOf(bill: KnownBill, id: string, days: Days): Promise<ProviderBill> {
  const where = isValue('provider_id', id);
  const isInside = ({ first, last }: Days) => first >= days.first && last <= days.last;
  const months = await periodsOf(bill, where, '%Y-%m');
  const day = easilyMissedDay(await periodsOf(bill, where, '%Y-%m-%d'), days);
  return {
    ...{ id, where, days },
    months: inOrderOfFeatures(months.toReversed().filter(({ period }) => isInside(daysOfMonth(period)))),
    around: { first: later(days.first, plusDays(day, -2)), last: earlier(days.last, plusDays(day, 2)) },
  };
}

/** Returns the months that show most, or all days if the bill has no complete month. */
export function monthsOf({ months, days }: ProviderBill, most: number): Days[] {
  return months.length > 0 ? months.slice(0, most).map(daysOfMonth) : [days];
}

/** Returns the first of them. */
export function mainMonthOf(provider: ProviderBill): Days {
  return monthsOf(provider, 1)[0] as Days;
}

/** A month or a day, and which of the rows it has that servers often miss. */
interface Period {
  readonly period: string;
  readonly features: readonly string[];
}

/** The names of their counts. */
const features = easilyMissed.map((_, i) => `missed_${i}`);

/** Returns the months or days with rows, the earliest first. */
async function periodsOf(bill: KnownBill, where: string, format: string): Promise<readonly Period[]> {
  const groupBy = { period: `strftime(ChargePeriodStart, '${format}')` };
  const counts = easilyMissed.map(([, condition], i) => [
    features[i],
    `count(*) FILTER (WHERE ${condition})`,
  ]);
  const rows = await bill.expected({ figures: Object.fromEntries(counts), where: [where], groupBy });
  return rows.map(({ group, figures }) => ({
    period: String(group.period),
    features: features.filter((name) => (figures[name] ?? 0) > 0),
  }));
}

/** Orders months so that each adds as many features as possible to those before it. */
function inOrderOfFeatures(months: readonly Period[]): string[] {
  const rest = [...months];
  const seen = new Set<string>();
  const newIn = (one: Period) => one.features.filter((name) => !seen.has(name)).length;
  return months.flatMap(() => {
    const [next, ...others] = rest.sort((a, b) => newIn(b) - newIn(a));
    rest.splice(0, rest.length, ...others);
    for (const name of next?.features ?? []) seen.add(name);
    return next?.period ?? [];
  });
}

/** Returns the first day with the feature that is missed most often. */
function easilyMissedDay(periods: readonly Period[], { first, last }: Days): string {
  const inner = periods.filter(({ period }) => period > first && period < last);
  const withFeature = (name: string) => inner.find((one) => one.features.includes(name))?.period;
  const days = features.flatMap((name) => withFeature(name) ?? []);
  return days[0] ?? last;
}
