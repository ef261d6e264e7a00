import { getOrInsert } from '../../../../src/get-or-insert.js';
import { groupBy } from '../../../../src/group-by.js';
import { type Day, hoursPerDay, msPerHour, startOfDay } from '../../calendar.js';
import { byRange } from '../../ledger/by-range.js';
import type { DailyUtilization } from '../../ledger/daily-utilization.js';
import type { AccountRef } from '../../ledger/figures.js';
import type { Consumer, Measure, Measures } from '../../ledger/measure.js';
import { microsPerDollar, utilization } from '../../money.js';
import type { HeldCommitment } from '../../seed-data/types.js';
import type { LongPeriod } from './tables.js';
import { hasRows, sumOf, type UsageGroup, type UsageSum } from './usage-groups.js';

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

/** The figures of the commitments of one provider. */
export class TableMeasures {
  private readonly usages: ReadonlyMap<string, CommitmentUsage>;

  constructor(
    groups: readonly UsageGroup[],
    unitOf: (commitment: string) => string | null,
    longPeriodsOf: (commitment: string) => readonly LongPeriod[],
  ) {
    const byCommitment = groupBy(
      groups.filter(({ commitment }) => commitment !== null),
      ({ commitment }) => commitment as string,
    );
    this.usages = new Map(
      [...byCommitment].map(([id, own]) => [
        id,
        {
          used: own.filter(({ status }) => status === 'Used'),
          unused: own.filter(({ status }) => status === 'Unused'),
          hasQuantity: own.every(({ hasQuantity }) => hasQuantity),
          unit: unitOf(id),
          longPeriods: longPeriodsOf(id),
        },
      ]),
    );
  }

  readonly between = byRange((first, last): Measures => {
    const measures = new Map<string, Measure | undefined>();
    return {
      get: (commitment) =>
        getOrInsert(measures, commitment.id, (id) => {
          const usage = this.usages.get(id);
          return usage && measureOf(commitment, usage, first, last);
        }),
    };
  });

  /** @param eligibleOn spend of its service that commitments could cover */
  daily(
    { id, service }: HeldCommitment,
    first: Day,
    last: Day,
    eligibleOn: (day: Day) => number,
  ): readonly DailyUtilization[] {
    const usage = this.usages.get(id);
    if (usage === undefined) return [];
    const inService = usage.used.filter((group) => group.service === service);
    const days: DailyUtilization[] = [];
    for (let day = first; day <= last; day++) {
      const used = sumOf(usage.used, day, day);
      const unused = sumOf(usage.unused, day, day);
      const units = unitsOf(usage, used);
      const purchased = units + unitsOf(usage, unused);
      if (!isShare(usage, units, purchased)) continue;
      const perUnit = usage.hasQuantity ? 1 : microsPerDollar;
      days.push({
        day,
        purchased: purchased / perUnit,
        used: units / perUnit,
        unusedNet: unused.effective,
        covered: sumOf(inService, day, day).list,
        eligible: eligibleOn(day),
      });
    }
    return days;
  }

  /** The linear trend of utilization, in percentage points a day; `NaN` if it did not run every day. */
  trend({ id }: HeldCommitment, first: Day, last: Day): number {
    return getOrInsert(this.trends(first, last), id, () => this.trendOf(id, first, last));
  }

  private readonly trends = byRange(() => new Map<string, number>(), 2);

  private trendOf(id: string, first: Day, last: Day): number {
    const usage = this.usages.get(id);
    if (usage === undefined) return Number.NaN;
    let rise = 0;
    let spread = 0;
    for (let day = first; day <= last; day++) {
      const used = unitsOf(usage, sumOf(usage.used, day, day));
      const purchased = used + unitsOf(usage, sumOf(usage.unused, day, day));
      if (!isShare(usage, used, purchased)) return Number.NaN;
      const at = day - first - (last - first) / 2;
      rise += at * (used / purchased) * 100;
      spread += at ** 2;
    }
    return rise / spread;
  }
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
  start: Day,
  last: Day,
): Measure | undefined {
  const period = measuredPeriod(usage, { first: start, last });
  if (period === undefined) return undefined;
  const { first } = period;
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
    purchasedUnits: units,
    usedUnits,
    unit: usage.hasQuantity ? (usage.unit?.toLowerCase() ?? '') : null,
    usedHours: countsHours(commitment, usage) ? used.quantity : null,
    fee,
    net: fee,
    usedFee: used.effective,
    usedNet: used.effective,
    coveredList: used.list,
    coveredContracted: used.contracted,
    covered: used.list,
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
  const isCapacity = kind === 'reserved_instance' || kind === 'committed_use_discount';
  return isCapacity && hasQuantity && /hour/i.test(unit ?? '');
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
    for (const day of group.days) if (day >= first && day <= last) days.add(day);
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
      used: unitsOf(usage, sum),
      usedHours: countsHours(commitment, usage) ? sum.quantity : null,
      coveredList: sum.list,
      coveredContracted: sum.contracted,
    };
  });
}
