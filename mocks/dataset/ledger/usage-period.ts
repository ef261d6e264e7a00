import type { ChargeTable } from '../../../src/focus/tables/tables.js';
import { groupBy } from '../../../src/group-by.js';
import type { Day } from '../calendar.js';
import { lazily } from '../lazily.js';
import type { AccountRef } from './figures.js';
import { type HourlyUsage, hourlyUsageOf } from './hourly-usage.js';
import { type UsageGroup, usageGroupsOf } from './usage-groups.js';

/** The usage of one provider in a table: of some days, and of some or all services. */
export class UsagePeriod {
  readonly groups: readonly UsageGroup[];
  private readonly hourly: () => ReadonlyMap<string, readonly HourlyUsage[]>;

  /** @param isShared whether to refer to the columns of the table later; a bill needs less memory with a copy */
  constructor(
    table: ChargeTable,
    provider: string,
    accountOf: (id: string | null) => AccountRef,
    isShared = false,
  ) {
    this.groups = usageGroupsOf(table, provider, accountOf, isShared);
    const { lines, hours } = table;
    // Later, since the hours of a bill are added while it is planned.
    this.hourly = lazily(() => hourlyUsageOf({ lines, hours }, provider));
  }

  ofService(service: string): ServiceUsage {
    return this.services().get(service) ?? noUsage;
  }

  /** In all services of the period. */
  ofCommitment(id: string): readonly UsageGroup[] {
    return this.commitments().get(id) ?? [];
  }

  private readonly services = lazily(() => {
    const byService = groupBy(this.groups, ({ service }) => service);
    return new Map(
      [...byService].map(([service, groups]): [string, ServiceUsage] => {
        const used = groups.filter(({ status }) => status !== 'Unused');
        return [service, { groups, used, hourly: () => this.hourly().get(service) ?? [] }];
      }),
    );
  });

  private readonly commitments = lazily(() =>
    groupBy(
      this.groups.filter(({ commitment }) => commitment !== null),
      ({ commitment }) => commitment as string,
    ),
  );
}

export interface ServiceUsage {
  readonly groups: readonly UsageGroup[];
  /** Those that commitments cover or could cover: all but the unused hours of commitments. */
  readonly used: readonly UsageGroup[];
  hourly(): readonly HourlyUsage[];
}

const noUsage: ServiceUsage = { groups: [], used: [], hourly: () => [] };

/**
 * Returns the periods that contain the usage of a service from `first` to `last`, and perhaps of other days and services;
 * of all services if it is null. The same list for the same arguments.
 */
export type PeriodsOf = (service: string | null, first: Day, last: Day) => readonly UsagePeriod[];
