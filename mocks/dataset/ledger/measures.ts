import type { LongPeriod } from '../../../src/focus/tables/tables.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import { groupBy } from '../../../src/group-by.js';
import { type Day, hoursPerDay, msPerHour, startOfDay } from '../calendar.js';
import { type Micros, microsPerDollar, slope, utilization } from '../money.js';
import { isSpendKind } from '../seed-data/offerings.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { byRange } from './by-range.js';
import type { AccountRef } from './figures.js';
import { hasRows, sumOf, type UsageGroup, type UsageSum } from './usage-groups.js';
import type { PeriodsOf } from './usage-period.js';

/** Usage and cost of one commitment in a range of days. */
export interface Measure {
  /** The first of the days that were measured, and the hours of these days. */
  readonly first: Day;
  readonly hours: number;
  readonly liveHours: number;
  /** What utilization is computed from: quantities, or fees without them. */
  readonly purchased: number;
  readonly used: number;
  /**
   * Their unit, since only quantities of one unit can be added. Null for fees, which take the place of quantities in a
   * bill without them; empty if a bill does not state the unit.
   */
  readonly unit: string | null;
  /** Hours of units that were used; null for a commitment to dollars, and if they are not known. */
  readonly usedHours: number | null;
  /** Its fee at list price divided by its fee, as its purchases show; 1 if they do not. */
  readonly listRatio: number;
  /** Effective cost, of all and of the used part. */
  readonly fee: Micros;
  readonly usedFee: Micros;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
  /** Spend of its own service that it covered, at list price. */
  readonly coveredInService: Micros;
  /** The accounts that used it; computed on each call because most callers do not need them. */
  consumers(): readonly Consumer[];
}

/** The measures of commitments in a range of days, computed lazily. */
export interface Measures {
  /** Undefined for a commitment without charges. */
  get(commitment: HeldCommitment): Measure | undefined;
}

/** One account's usage of a commitment. */
export interface Consumer {
  readonly account: AccountRef;
  /** Hours of units; null for a commitment to dollars, and if they are not known. */
  readonly usedHours: number | null;
  readonly coveredList: Micros;
  readonly coveredContracted: Micros;
}

/** Utilization of a commitment on one day on which it ran. */
export interface DailyUtilization {
  readonly day: Day;
  /** Quantities purchased and used, such as hours of units or dollars. */
  readonly purchased: number;
  readonly used: number;
  /** Effective cost of the unused part. */
  readonly unusedCost: number;
  /** Spend of its service that it covered, and that commitments could cover, at list price. */
  readonly covered: number;
  readonly eligible: number;
}

/** The usage of one commitment in all services. */
interface CommitmentUsage {
  readonly used: readonly UsageGroup[];
  readonly unused: readonly UsageGroup[];
  /** Whether utilization is known from quantities; else it is computed from effective costs. */
  readonly hasQuantity: boolean;
  /** The unit of the quantities; null if it is not known. */
  readonly unit: string | null;
  readonly longPeriods: readonly LongPeriod[];
}

export interface MeasuresParts {
  readonly periodsOf: PeriodsOf;
  /** The unit of a commitment's quantities; null if it is not known. */
  readonly unitOf: (commitment: string) => string | null;
  readonly longPeriodsOf: (commitment: string) => readonly LongPeriod[];
  /** List price divided by price of the purchases of a commitment; 1 without purchases. */
  readonly listRatioOf: (commitment: string) => number;
}

/** The figures of the commitments of one provider, in all services, since a savings plan can cover several. */
export class ProviderMeasures {
  constructor(private readonly parts: MeasuresParts) {}

  /** Undefined for a commitment without charges in the periods. */
  private usageOf({ id, service }: HeldCommitment, first: Day, last: Day): CommitmentUsage | undefined {
    const own = this.parts.periodsOf(service, first, last).flatMap((period) => period.ofCommitment(id));
    if (own.length === 0) return undefined;
    return {
      used: own.filter(({ status }) => status === 'Used'),
      unused: own.filter(({ status }) => status === 'Unused'),
      hasQuantity: own.every(({ hasQuantity }) => hasQuantity),
      unit: this.parts.unitOf(id),
      longPeriods: this.parts.longPeriodsOf(id),
    };
  }

  readonly between = byRange((first, last): Measures => {
    const measures = new Map<string, Measure | undefined>();
    return {
      get: (commitment) =>
        getOrInsert(measures, commitment.id, () => {
          const usage = this.usageOf(commitment, first, last);
          return (
            usage && measureOf(commitment, usage, { first, last }, this.parts.listRatioOf(commitment.id))
          );
        }),
    };
  });

  /** @param eligibleOn spend of its service that commitments could cover */
  daily(
    commitment: HeldCommitment,
    first: Day,
    last: Day,
    eligibleOn: (day: Day) => number,
  ): readonly DailyUtilization[] {
    const usage = this.usageOf(commitment, first, last);
    if (usage === undefined) return [];
    const inService = usage.used.filter(({ service }) => service === commitment.service);
    const perUnit = usage.hasQuantity ? 1 : microsPerDollar;
    return daysOf(usage, first, last).flatMap(({ day, used, purchased, unusedCost }) =>
      isShare(usage, used, purchased)
        ? [
            {
              day,
              purchased: purchased / perUnit,
              used: used / perUnit,
              unusedCost,
              covered: sumOf(inService, day, day).list,
              eligible: eligibleOn(day),
            },
          ]
        : [],
    );
  }

  /** The linear trend of utilization, in percentage points a day; `NaN` if it did not run every day. */
  trend(commitment: HeldCommitment, first: Day, last: Day): number {
    return getOrInsert(this.trends(first, last), commitment.id, () => this.trendOf(commitment, first, last));
  }

  private readonly trends = byRange(() => new Map<string, number>(), 2);

  private trendOf(commitment: HeldCommitment, first: Day, last: Day): number {
    const usage = this.usageOf(commitment, first, last);
    if (usage === undefined) return Number.NaN;
    const days = daysOf(usage, first, last);
    if (!days.every(({ used, purchased }) => isShare(usage, used, purchased))) return Number.NaN;
    return slope(days.map(({ used, purchased }) => (used / purchased) * 100));
  }
}

/** What was used and purchased on each day of a range: quantities, or fees without them. */
function daysOf(usage: CommitmentUsage, first: Day, last: Day) {
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const day = first + i;
    const unused = sumOf(usage.unused, day, day);
    const used = unitsOf(usage, sumOf(usage.used, day, day));
    return { day, used, purchased: used + unitsOf(usage, unused), unusedCost: unused.effective };
  });
}

/** Whether utilization is defined: it is not if nothing was purchased, or corrections exceed what they correct. */
function isShare({ hasQuantity }: CommitmentUsage, used: number, purchased: number): boolean {
  return utilization(hasQuantity, used, purchased) !== null;
}

function unitsOf({ hasQuantity }: CommitmentUsage, sum: UsageSum): number {
  return hasQuantity ? sum.quantity : sum.effective;
}

function measureOf(
  commitment: HeldCommitment,
  usage: CommitmentUsage,
  window: LongPeriod,
  listRatio: number,
): Measure | undefined {
  const period = measuredPeriod(usage, window);
  if (period === undefined) return undefined;
  const { first } = period;
  const { last } = window;
  const used = sumOf(usage.used, first, last);
  const unused = sumOf(usage.unused, first, last);
  const inService = usage.used.filter(({ service }) => service === commitment.service);
  const usedUnits = unitsOf(usage, used);
  const units = usedUnits + unitsOf(usage, unused);
  const fee = used.effective + unused.effective;
  return {
    first,
    hours: (period.last - first + 1) * hoursPerDay,
    liveHours: liveHoursOf(commitment, usage, first, last),
    purchased: units,
    used: usedUnits,
    unit: usage.hasQuantity ? (usage.unit?.toLowerCase() ?? '') : null,
    usedHours: countsHours(commitment, usage) ? used.quantity : null,
    listRatio,
    fee,
    usedFee: used.effective,
    coveredList: used.list,
    coveredContracted: used.contracted,
    coveredInService: sumOf(inService, first, last).list,
    consumers: () => consumersOf(commitment, usage, first, last),
  };
}

/**
 * The days that are measured: a window with rows; without one, from the first to the last day of a charge period that
 * started before the window and covers some of its days.
 */
function measuredPeriod(
  { used, unused, longPeriods }: CommitmentUsage,
  window: LongPeriod,
): LongPeriod | undefined {
  const { first, last } = window;
  if ([...used, ...unused].some((group) => hasRows(group, first, last))) return window;
  const period = longPeriods.findLast((one) => one.first < first && one.last >= first);
  return period && { first: period.first, last: Math.max(period.last, last) };
}

/** Whether its quantities are hours of units, and not minutes or dollars. */
function countsHours({ kind }: HeldCommitment, { hasQuantity, unit }: CommitmentUsage): boolean {
  return !isSpendKind(kind) && hasQuantity && /hour/i.test(unit ?? '');
}

/** The hours of the charge periods of rows by day, without those before and after the term if it is known. */
function liveHoursOf(
  { start, end }: HeldCommitment,
  { used, unused, longPeriods }: CommitmentUsage,
  first: Day,
  last: Day,
): number {
  const days = new Set<Day>();
  for (const group of [...used, ...unused]) {
    for (let i = group.from; i < group.to; i++) {
      const day = group.days.day[i]!;
      if (day >= first && day <= last) days.add(day);
    }
  }
  // A row counts on its first day with its whole amount, and so do the days that the amount is for.
  for (const period of longPeriods) {
    if (!days.has(period.first)) continue;
    for (let day = period.first; day <= period.last; day++) days.add(day);
  }
  let hours = 0;
  for (const day of days) {
    const from = Math.max(startOfDay(day), start ?? Number.NEGATIVE_INFINITY);
    const to = Math.min(startOfDay(day + 1), end ?? Number.POSITIVE_INFINITY);
    // Rows outside the term are charged all the same.
    hours += to > from ? (to - from) / msPerHour : hoursPerDay;
  }
  return hours;
}

function consumersOf(
  commitment: HeldCommitment,
  usage: CommitmentUsage,
  first: Day,
  last: Day,
): readonly Consumer[] {
  const byAccount = groupBy(
    usage.used.filter((group) => hasRows(group, first, last)),
    ({ account }): AccountRef => account,
  );
  return [...byAccount].map(([account, groups]) => {
    const sum = sumOf(groups, first, last);
    return {
      account,
      usedHours: countsHours(commitment, usage) ? sum.quantity : null,
      coveredList: sum.list,
      coveredContracted: sum.contracted,
    };
  });
}
