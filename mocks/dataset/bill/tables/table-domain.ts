import { getOrInsert } from '../../../../src/get-or-insert.js';
import { groupBy } from '../../../../src/group-by.js';
import { type Day, hoursPerDay } from '../../calendar.js';
import { byRange } from '../../ledger/by-range.js';
import type { DailyUtilization } from '../../ledger/daily-utilization.js';
import type { Domain, UncoveredUsage } from '../../ledger/domain.js';
import {
  type AccountRef,
  type ByAccount,
  type Coverage,
  noCoverage,
  noSavings,
  type Savings,
} from '../../ledger/figures.js';
import type { Measures } from '../../ledger/measure.js';
import type { HeldCommitment } from '../../seed-data/types.js';
import type { HourlyUsage } from './hourly-usage.js';
import type { TableMeasures } from './table-measures.js';
import { hasRows, sumOf, type UsageGroup } from './usage-groups.js';

export interface TableDomainParts {
  readonly provider: string;
  readonly service: string;
  readonly groups: readonly UsageGroup[];
  readonly hourly: readonly HourlyUsage[];
  /** Of all commitments of the provider, since a savings plan can cover several services. */
  readonly measures: TableMeasures;
  /** Whether a commitment is to units of capacity; else it is to dollars. */
  readonly isCapacity: (commitment: string) => boolean;
}

/** The usage and commitments of one service in a real bill. Coverage is weighted by list prices. */
export class TableDomain implements Domain {
  readonly provider: string;
  readonly service: string;

  /** What commitments cover or could cover. */
  private readonly usage: readonly UsageGroup[];

  constructor(private readonly parts: TableDomainParts) {
    this.provider = parts.provider;
    this.service = parts.service;
    this.usage = parts.groups.filter(({ status }) => status !== 'Unused');
  }

  get hasUsage(): boolean {
    return this.usage.length > 0;
  }

  readonly coverage = byRange((first, last): ByAccount<Coverage> => {
    const accounts = new Map<AccountRef, Coverage>();
    for (const group of this.usage) {
      if (!hasRows(group, first, last)) continue;
      const { list } = sumOf([group], first, last);
      const coverage = getOrInsert(accounts, group.account, noCoverage);
      if (group.commitment === null) coverage.onDemand += list;
      else if (this.parts.isCapacity(group.commitment)) coverage.capacity += list;
      else coverage.spend += list;
    }
    return accounts;
  });

  readonly eligible = byRange((first, last): number => this.usageIn(first, last));

  private usageIn(first: Day, last: Day): number {
    return sumOf(this.usage, first, last).list;
  }

  readonly savings = byRange((first, last): ByAccount<Savings> => {
    const accounts = new Map<AccountRef, Savings>();
    for (const group of this.parts.groups) {
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
      if (this.parts.isCapacity(group.commitment)) savings.capacitySaved += saved;
      else savings.spendSaved += saved;
    }
    return accounts;
  });

  measure(first: Day, last: Day): Measures {
    return this.parts.measures.between(first, last);
  }

  dailyUtilization(commitment: HeldCommitment, first: Day, last: Day): readonly DailyUtilization[] {
    const { measures } = this.parts;
    return measures.daily(commitment, first, last, (day) => this.usageIn(day, day));
  }

  trend(commitment: HeldCommitment, first: Day, last: Day): number {
    return this.parts.measures.trend(commitment, first, last);
  }

  uncovered(first: Day, last: Day): readonly UncoveredUsage[] {
    const onDemand = groupBy(
      this.parts.groups.filter(({ commitment }) => commitment === null),
      ({ platform }) => platform,
    );
    return [...onDemand].flatMap(([platform, groups]): readonly UncoveredUsage[] => {
      const total = sumOf(groups, first, last).list;
      const series = this.parts.hourly
        .filter((one) => one.platform === platform)
        .map((one) => one.list(first * hoursPerDay, (last + 1) * hoursPerDay));
      const totals = series.map((hours) => hours.reduce((sum, hour) => sum + hour, 0));
      const known = totals.reduce((sum, one) => sum + one, 0);
      // Usage that is partly charged by day has no known hours.
      if (Math.abs(known - total) > 1 + Math.abs(total) * 1e-9) return [{ platform, total, hours: null }];
      return series.map((hours, i) => ({ platform, total: totals[i]!, hours }));
    });
  }
}
