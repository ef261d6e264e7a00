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

/** What servers often miss: SQL conditions, those that are missed most often first. */
export const easilyMissed = {
  corrections: "ChargeClass = 'Correction'",
  late: "strftime(ChargePeriodStart, '%Y-%m') <> strftime(BillingPeriodStart, '%Y-%m')",
  upfront: "ChargeCategory = 'Purchase' AND ChargeFrequency = 'One-Time'",
  unused: "CommitmentDiscountStatus = 'Unused'",
  credits: "ChargeCategory = 'Credit'",
  taxes: "ChargeCategory = 'Tax'",
  adjustments: "ChargeCategory = 'Adjustment'",
  purchases: "ChargeCategory = 'Purchase'",
  without_account: 'SubAccountId IS NULL',
  without_region: 'RegionId IS NULL',
  without_tags: "Tags = '{}'",
} as const;

const featureCounts = Object.fromEntries(
  Object.entries(easilyMissed).map(([name, condition]) => [name, `count(*) FILTER (WHERE ${condition})`]),
);

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
  const found = rows
    .flatMap(({ group, figures }) =>
      group.provider_id
        ? [{ id: group.provider_id, cost: figures.cost ?? 0, start: figures.start ?? 0 }]
        : [],
    )
    .sort((a, b) => b.cost - a.cost)
    .filter(({ start }) => isoDay(start) <= end);
  return Promise.all(
    found.map(({ id, start }) => providerBillOf(bill, id, { first: isoDay(start), last: end })),
  );
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
  const countBy = (format: string) =>
    bill.expected({
      figures: featureCounts,
      where: [where],
      groupBy: { period: `strftime(ChargePeriodStart, '${format}')` },
    });
  const isInside = ({ first, last }: Days) => first >= days.first && last <= days.last;
  const months = (await countBy('%Y-%m'))
    .map(({ group, figures }) => ({ month: String(group.period), features: featuresIn(figures) }))
    .sort((a, b) => (a.month < b.month ? 1 : -1))
    .filter(({ month }) => isInside(daysOfMonth(month)));
  const first = easilyMissedDay(await countBy('%Y-%m-%d'), days);
  return {
    id,
    where,
    days,
    months: inOrderOfFeatures(months),
    around: {
      first: later(days.first, plusDays(first, -2)),
      last: earlier(days.last, plusDays(first, 2)),
    },
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

function featuresIn(figures: Readonly<Record<string, number | null>>): string[] {
  return Object.keys(easilyMissed).filter((name) => (figures[name] ?? 0) > 0);
}

/** Orders months so that each adds as many features as possible to those before it. */
function inOrderOfFeatures(months: readonly { month: string; features: readonly string[] }[]): string[] {
  const rest = [...months];
  const seen = new Set<string>();
  const ordered: string[] = [];
  const newIn = ({ features }: { features: readonly string[] }) =>
    features.filter((name) => !seen.has(name)).length;
  while (rest.length > 0) {
    rest.sort((a, b) => newIn(b) - newIn(a));
    const next = rest.shift() as (typeof rest)[number];
    for (const name of next.features) seen.add(name);
    ordered.push(next.month);
  }
  return ordered;
}

/** Returns the first day with the feature that is missed most often. */
function easilyMissedDay(
  rows: readonly {
    group: Readonly<Record<string, string | null>>;
    figures: Readonly<Record<string, number | null>>;
  }[],
  { first, last }: Days,
): string {
  const days = rows
    .map(({ group, figures }) => ({ day: String(group.period), features: featuresIn(figures) }))
    .filter(({ day }) => day > first && day < last)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  for (const feature of Object.keys(easilyMissed)) {
    const found = days.find(({ features }) => features.includes(feature));
    if (found) return found.day;
  }
  return last;
}
