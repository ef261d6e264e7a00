import { getOrInsert } from '../../../src/get-or-insert.js';
import { groupBy } from '../../../src/group-by.js';
import { type Day, hoursPerDay } from '../calendar.js';
import type { Micros } from '../money.js';
import { byRange } from './by-range.js';
import {
  type AccountRef,
  type ByAccount,
  type Coverage,
  noCoverage,
  noSavings,
  type Savings,
} from './figures.js';
import { hasRows, sumOf, type UsageGroup } from './usage-groups.js';
import type { PeriodsOf } from './usage-period.js';

/** The on-demand spend of usage that varies in one way. */
export interface UncoveredUsage {
  readonly platform: string | null;
  readonly total: Micros;
  /** The spend of each hour; null if it is only known by day. */
  readonly hours: Float64Array | null;
}

/**
 * The usage and commitments of one service of one provider. Ranges of days include both ends. Coverage is weighted by list
 * prices.
 */
export class Domain {
  /** @param isCapacity whether a commitment is to units of capacity; else it is to dollars */
  constructor(
    readonly provider: string,
    readonly service: string,
    private readonly periodsOf: PeriodsOf,
    private readonly isCapacity: (commitment: string) => boolean,
  ) {}

  /** Covered and on-demand spend of each account with usage. */
  readonly coverage = byRange((first, last): ByAccount<Coverage> => {
    const accounts = new Map<AccountRef, Coverage>();
    for (const group of this.usedIn(first, last)) {
      if (!hasRows(group, first, last)) continue;
      const { list } = sumOf([group], first, last);
      const coverage = getOrInsert(accounts, group.account, noCoverage);
      if (group.commitment === null) coverage.onDemand += list;
      else if (this.isCapacity(group.commitment)) coverage.capacity += list;
      else coverage.spend += list;
    }
    return accounts;
  });

  /** Spend that commitments could cover. */
  readonly eligible = byRange((first, last): Micros => sumOf(this.usedIn(first, last), first, last).list);

  /**
   * Cost of each account with usage or commitments. Used commitment is charged to the account that used it, unused
   * commitment to the account that holds it.
   */
  readonly savings = byRange((first, last): ByAccount<Savings> => {
    const accounts = new Map<AccountRef, Savings>();
    for (const group of this.groupsIn(first, last)) {
      if (!hasRows(group, first, last)) continue;
      const { list, contracted, effective, billed, unpriced } = sumOf([group], first, last);
      const savings = getOrInsert(accounts, group.account, noSavings);
      savings.effective += effective;
      savings.billed += billed;
      const isUsage = group.status !== 'Unused';
      if (isUsage) {
        savings.onDemandEquivalent += list;
        savings.contracted += contracted;
        savings.unpriced += unpriced;
      }
      if (group.commitment === null) continue;
      const saved = (isUsage ? contracted : 0) - effective;
      if (this.isCapacity(group.commitment)) savings.capacitySaved += saved;
      else savings.spendSaved += saved;
    }
    return accounts;
  });

  /** On-demand spend that commitments could cover. */
  uncovered(first: Day, last: Day): readonly UncoveredUsage[] {
    const onDemand = groupBy(
      this.groupsIn(first, last).filter(({ commitment }) => commitment === null),
      ({ platform }) => platform,
    );
    const hourly = this.hoursIn(first, last);
    return [...onDemand].flatMap(([platform, groups]): readonly UncoveredUsage[] => {
      const total = sumOf(groups, first, last).list;
      const series = hourly.filter((one) => one.platform === platform);
      const known = series.reduce((sum, one) => sum + one.total, 0);
      // Usage that is partly charged by day has no known hours.
      if (Math.abs(known - total) <= 1 + Math.abs(total) * 1e-9) return series;
      return [{ platform, total, hours: null }];
    });
  }

  /** Usage by hour; that of one kind is one series in all periods. */
  private hoursIn(first: Day, last: Day): readonly UncoveredUsage[] {
    const [from, to] = [first * hoursPerDay, (last + 1) * hoursPerDay];
    const all = this.periods(first, last).flatMap(({ hourly }) => hourly());
    return [...groupBy(all, ({ key }) => key).values()].map((parts) => {
      const hours = new Float64Array(to - from);
      for (const part of parts) part.addTo(hours, from);
      const total = hours.reduce((sum, hour) => sum + hour, 0);
      return { platform: parts[0]!.platform, total, hours };
    });
  }

  private groupsIn(first: Day, last: Day): readonly UsageGroup[] {
    return joined(this.periods(first, last).map(({ groups }) => groups));
  }

  private usedIn(first: Day, last: Day): readonly UsageGroup[] {
    return joined(this.periods(first, last).map(({ used }) => used));
  }

  private periods(first: Day, last: Day) {
    const { periodsOf, service } = this;
    return periodsOf(service, first, last).map((period) => period.ofService(service));
  }
}

/** The same list if there is only one. */
function joined<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.length === 1 ? lists[0]! : lists.flat();
}
