import type { LongPeriod } from '../../../src/focus/tables/tables.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import { groupBy } from '../../../src/group-by.js';
import { type Day, hoursPerDay } from '../calendar.js';
import { lazily } from '../lazily.js';
import { compareQuantities, type Micros, microsPerDollar } from '../money.js';
import type { UsageGroup } from './usage-groups.js';

/** The kind of commitment of each instrument. */
export const instrumentKinds = { ri: 'reserved_instance', sp: 'savings_plan' } as const;
export type Instrument = keyof typeof instrumentKinds;

/** Usage of a group in a range of days. */
export interface GroupUsage {
  /** Unit hours of reservations, or dollars of savings plans. */
  readonly used: number;
  readonly purchased: number;
  /** Spend that the commitments covered, and all that commitments could cover, at list price. */
  readonly covered: Micros;
  readonly eligible: Micros;
}

interface UtilizationParts {
  readonly instrument: Instrument;
  /** The service of reservations, the type of savings plans. */
  readonly id: string;
  readonly label: string;
  /** GiB of memory of a unit; null if it is not known. */
  readonly memoryPerUnit: number | null;
  /** Used and unused parts of its commitments. */
  readonly groups: readonly UsageGroup[];
  readonly longPeriodsOf: (commitment: string) => readonly LongPeriod[];
  /** The units of its commitments. */
  readonly units: ReadonlySet<string>;
  /** The usage of the services that its commitments cover, covered or not. */
  readonly eligible: readonly UsageGroup[];
}

/** What utilization is measured in if the bill has no quantities, or has them in several units. */
const withoutQuantity = 'effective_cost';

/** Commitments of one instrument whose utilization is measured in one unit: of a service, or of a plan type. */
export class UtilizationGroup {
  readonly id: string;
  readonly label: string;
  readonly sizeUnit: string;
  /** The measures of size, with the units in one unit of size; empty for savings plans. */
  readonly dimensions: readonly { readonly key: string; readonly unit: string; readonly perUnit: number }[];
  private readonly used: readonly UsageGroup[];
  private readonly hasQuantity: boolean;
  private readonly days = lazily(() => this.sumDays());

  constructor(private readonly parts: UtilizationParts) {
    const { instrument, id, label, groups, units, memoryPerUnit } = parts;
    this.id = id;
    this.label = label;
    this.used = groups.filter(({ status }) => status === 'Used');
    // Quantities in several units cannot be added.
    this.hasQuantity = groups.every(({ hasQuantity }) => hasQuantity) && units.size < 2;
    const isPlan = instrument === 'sp';
    this.sizeUnit = !this.hasQuantity
      ? withoutQuantity
      : isPlan
        ? 'usd_per_hour'
        : ([...units][0] ?? 'unit_hour');
    const capacity = { key: 'capacity', unit: this.sizeUnit, perUnit: 1 };
    const memory =
      memoryPerUnit === null ? [] : [{ key: 'memory', unit: 'gib_hour', perUnit: memoryPerUnit }];
    this.dimensions = isPlan ? [] : [capacity, ...memory];
  }

  usage(first: Day, last: Day): GroupUsage {
    const usage = { used: 0, purchased: 0, covered: 0, eligible: 0 };
    const sums = this.days();
    for (let day = first; day <= last; day++) {
      const of = sums.get(day);
      if (of === undefined) continue;
      usage.used += of.used;
      usage.purchased += of.purchased;
      usage.covered += of.covered;
      usage.eligible += of.eligible;
    }
    return usage;
  }

  /** Hourly fee of the commitments that run at the end of a day, and the part that savings plans promise to use. */
  hourlyFees(day: Day) {
    const sums = this.days().get(day);
    const committed = (sums?.fee ?? 0) / hoursPerDay;
    const promised = this.hasQuantity ? ((sums?.promised ?? 0) * microsPerDollar) / hoursPerDay : committed;
    return { committed, contracted: promised };
  }

  /** Units used by service, largest first; empty for reservations. */
  appliedTo(first: Day, last: Day) {
    if (this.parts.instrument === 'ri') return [];
    const byService = groupBy(this.used, ({ service }) => service);
    return [...byService]
      .map(([service, groups]) => ({ service, used: this.unitsBetween(groups, first, last) }))
      .filter(({ used }) => compareQuantities(used, 0) !== 0)
      .sort((one, other) => compareQuantities(other.used, one.used));
  }

  private unitsBetween(groups: readonly UsageGroup[], first: Day, last: Day): number {
    let units = 0;
    for (const group of groups) {
      for (let i = group.from; i < group.to; i++) {
        const day = group.days.day[i]!;
        if (day >= first && day <= last) units += this.unitsAt(group, i);
      }
    }
    return units;
  }

  private unitsAt({ days }: UsageGroup, i: number): number {
    return this.hasQuantity ? days.quantity[i]! : days.effective[i]! / microsPerDollar;
  }

  private sumDays(): ReadonlyMap<Day, DaySum> {
    const sums = new Map<Day, DaySum>();
    for (const group of this.parts.groups) {
      const isUsed = group.status === 'Used';
      const periods = this.parts.longPeriodsOf(group.commitment as string);
      const { days } = group;
      for (let i = group.from; i < group.to; i++) {
        const day = days.day[i]!;
        const sum = getOrInsert(sums, day, emptySum);
        const units = this.unitsAt(group, i);
        sum.purchased += units;
        const period = periods.find(({ first }) => first === day) ?? { first: day, last: day };
        addEvenly(sums, period, { fee: days.effective[i]!, promised: units });
        if (!isUsed) continue;
        sum.used += units;
        sum.covered += days.list[i]!;
      }
    }
    for (const { days, from, to } of this.parts.eligible) {
      for (let i = from; i < to; i++) getOrInsert(sums, days.day[i]!, emptySum).eligible += days.list[i]!;
    }
    return sums;
  }
}

const emptySum = (): DaySum => ({ used: 0, purchased: 0, covered: 0, eligible: 0, fee: 0, promised: 0 });

interface DaySum {
  used: number;
  purchased: number;
  covered: number;
  eligible: number;
  /** What each hour of the day costs and promises; a row of a month is spread over the month. */
  fee: number;
  promised: number;
}

/** Spreads amounts over the days of a period. */
function addEvenly(
  sums: Map<Day, DaySum>,
  { first, last }: LongPeriod,
  amounts: { readonly fee: number; readonly promised: number },
): void {
  const share = 1 / (last - first + 1);
  for (let day = first; day <= last; day++) {
    const sum = getOrInsert(sums, day, emptySum);
    sum.fee += amounts.fee * share;
    sum.promised += amounts.promised * share;
  }
}
