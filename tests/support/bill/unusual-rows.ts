import { groupBy } from '../../../src/group-by.js';
import { all, changed } from '../../faulty-servers/changes.js';
import type { FocusRow } from './tables-of.js';

const day = 86_400_000;
const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');

/** A row for each day from one to another, both in May 2026 if not stated. */
export function daily(from: string, to: string, row: Partial<FocusRow>): FocusRow[] {
  const rows: FocusRow[] = [];
  for (let start = Date.parse(from); start <= Date.parse(to); start += day) {
    rows.push({ ...row, ChargePeriodStart: iso(start), ChargePeriodEnd: iso(start + day) });
  }
  return rows;
}

export const cost = (amount: number, list = amount) => ({
  BilledCost: amount,
  EffectiveCost: amount,
  ContractedCost: amount,
  ListCost: list,
});
const web = { SubAccountId: '111111111111', SubAccountName: 'web' } as const;
export const compute = { ...web, ServiceName: 'Compute', RegionId: 'north-1' } as const;
export const database = { ...web, ServiceName: 'Database', RegionId: 'north-1' } as const;
const cache = { ...web, ServiceName: 'Cache', RegionId: 'north-1' } as const;
export const reservation = {
  CommitmentDiscountId: 'reservation-1',
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Reserved',
} as const;
export const plan = {
  CommitmentDiscountId: 'plan-1',
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: 'Compute plan',
} as const;
export const used = { CommitmentDiscountStatus: 'Used', ChargeFrequency: 'Usage-Based' } as const;
export const unused = { CommitmentDiscountStatus: 'Unused', ChargeFrequency: 'Usage-Based' } as const;

export const rows: FocusRow[] = [
  ...daily('2026-04-01', '2026-05-31', { ...compute, ...cost(10) }),
  ...daily('2026-04-01', '2026-05-31', { ...database, ...cost(3) }),
  // Ends in the last 30 days.
  ...daily('2026-04-01', '2026-05-12', { ...database, ...reservation, ...used, ...cost(20, 40) }),
  ...daily('2026-04-01', '2026-05-12', { ...database, ...reservation, ...unused, ...cost(4, 8) }),
  // Begins in the last 30 days.
  ...daily('2026-05-20', '2026-05-31', { ...compute, ...plan, ...used, ...cost(48, 96) }),
  // Bought for a service that has not used it yet.
  ...daily('2026-05-10', '2026-05-10', { ...web, ServiceName: 'Search', ...cost(7) }),
  {
    ...web,
    ...reservation,
    CommitmentDiscountId: 'reservation-2',
    ServiceName: 'Search',
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    ChargePeriodStart: '2026-05-31T00:00:00Z',
    ChargePeriodEnd: '2027-05-31T00:00:00Z',
    BilledCost: 500,
  },
  // In several units, one of them bought in a period that is not its term; with a tag that has no value.
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...cache, ...reservation, ...used, ...cost(2, 4) },
    ...{
      CommitmentDiscountId: 'reservation-3',
      CommitmentDiscountQuantity: 24,
      CommitmentDiscountUnit: 'Hours',
    },
    Tags: { team: '' },
  }),
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...cache, ...reservation, ...unused, ...cost(1, 2) },
    ...{
      CommitmentDiscountId: 'reservation-4',
      CommitmentDiscountQuantity: 1440,
      CommitmentDiscountUnit: 'Minutes',
    },
  }),
  ...daily('2026-04-01', '2026-04-01', {
    ...{ ...cache, ...reservation, CommitmentDiscountId: 'reservation-3' },
    ...{ ChargeCategory: 'Purchase', ChargeFrequency: 'One-Time', BilledCost: 730 },
  }),
  // A plan whose term was over the day before, and that is still used.
  {
    ...web,
    ...plan,
    CommitmentDiscountId: 'plan-2',
    ServiceName: 'Queue',
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    ChargePeriodStart: '2026-04-01T00:00:00Z',
    ChargePeriodEnd: '2026-05-31T00:00:00Z',
    BilledCost: 120,
  },
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...web, ...plan, ...used, ...cost(2, 3) },
    ...{ CommitmentDiscountId: 'plan-2', ServiceName: 'Queue' },
  }),
  // Two providers have the same account, and usage without an account.
  ...daily('2026-05-01', '2026-05-31', {
    ...web,
    ServiceName: 'Mail',
    ...cost(1),
    ProviderName: 'Provider B',
  }),
  ...daily('2026-05-01', '2026-05-31', { ServiceName: 'Mail', ...cost(2), ProviderName: 'Provider B' }),
  // Without list prices, in accounts with and without other usage.
  ...[web, { SubAccountId: '222222222222', SubAccountName: 'lab' }].flatMap((account) =>
    daily('2026-05-01', '2026-05-31', {
      ...account,
      ServiceName: 'Chat',
      ...cost(0.5, 0),
      ProviderName: 'Provider C',
    }),
  ),
  ...daily('2026-05-01', '2026-05-31', { ServiceName: 'Compute', ...cost(4, 5) }),
  ...daily('2026-05-01', '2026-05-31', { ...web, ServiceName: 'Compute', RegionId: 'global', ...cost(6) }),
];

/** A tag with the value null on some rows, and the same with another value. */
export const openTags = [{ owner: null }, { owner: 'ops' }].map((Tags): FocusRow => {
  // The type describes what the mock reads.
  const tags = { Tags } as unknown as Pick<FocusRow, 'Tags'>;
  return { ...compute, ...cost(5), ...tags, ChargePeriodStart: '2026-05-20T00:00:00Z' };
});

/** Counts a tag whose value is null among the keys. */
export const withNullTag = changed('GET /providers/*/costs/filter-options', 'tag_keys', (keys) =>
  keys.includes('owner') ? keys : [...keys, 'owner'],
);

/** Less than a cent in no region, and in the region with this name: each of two rows is rounded. */
export const fractions = [null, 'global'].flatMap((RegionId) =>
  daily('2026-05-01', '2026-05-31', { ...web, ServiceName: 'Compute', RegionId, ...cost(0.004) }),
);

/** Adds up entries that have the same key. */
function merged(entries: readonly any[], keyOf: (entry: any) => unknown, field: string): any[] {
  const groups = [...groupBy(entries, (entry) => JSON.stringify(keyOf(entry))).values()];
  return groups.map((group) => ({
    ...group[0],
    [field]: group.reduce((sum, entry) => sum + entry[field], 0),
    ...(group[0].spendings_by_date && {
      spendings_by_date: merged(
        group.flatMap((entry) => entry.spendings_by_date),
        ({ date }) => date,
        'value',
      ),
    }),
  }));
}

/** Projects what commitments that ran for a part of the days covered from that part. */
export const ownPace = changed('GET /commitments/portfolio', 'rows[]', (row) =>
  ['plan-1', 'reservation-1'].includes(row.id)
    ? {
        ...row,
        consumers: row.consumers.map((one: any) => ({
          ...one,
          covered_spend_monthly: one.covered_spend_monthly * 2,
        })),
      }
    : row,
);

export const withoutOldPlans = changed('GET /commitments/by-service', 'services[].sp', (cell, { service }) =>
  service === 'Queue' ? { ...cell, utilization_pct: null, unused_monthly: null } : cell,
);

/** Shows costs of no region as those of the region `global`. */
export const globalRegion = all(
  changed('GET /providers/*/costs/breakdown?group_by', 'items', (items, _, { query }) =>
    query.getAll('group_by').some((names) => names.includes('region'))
      ? merged(
          items.map((item: any) => ({ ...item, region: item.region ?? 'global' })),
          (item) => [item.service, item.account_id, item.region, item.tag_value],
          'cost',
        )
      : items,
  ),
  changed('GET /providers/*/costs/timeline?dimension=region', 'data_points[].parts', (parts) =>
    merged(
      parts.map((part: any) => ({ ...part, value: part.value ?? 'global' })),
      ({ value }) => value,
      'amount',
    ),
  ),
);

/** A service whose name is longer than a filter may be. */
export const longName = daily('2026-05-01', '2026-05-31', {
  ...{ ...web, ServiceName: 'x'.repeat(300), RegionId: 'y'.repeat(300), ...cost(100) },
  Tags: { team: 'z'.repeat(300) },
});

/** Shows what covered usage would cost after the negotiated discount. */
export const contracted = changed(
  'GET /commitments/coverage',
  'items[].usage_cost_monthly',
  (cost) => cost && cost / 2,
);

/** Names services in words of the server, and a plan by what it can apply to. */
const inOwnWords = (row: any) => ({
  ...row,
  service: row.kind === 'savings_plan' ? 'any' : row.service.slice(0, 3).toLowerCase(),
  ...(row.kind === 'savings_plan' && { service_label: 'Any service' }),
});
export const ownWords = all(
  changed('GET /commitments', 'items[]', inOwnWords),
  changed('GET /commitments/portfolio', 'rows[]', inOwnWords),
  changed('GET /commitments/detail/*', '', inOwnWords),
  changed('GET /commitments/coverage', 'items[]', (row) => ({ ...inOwnWords(row), service_label: 'Any' })),
);

/** The provider reports a commitment with rows on every day as retired. */
export const retired = 'CommitmentDiscountId,ProviderName,State\nreservation-5,Provider A,retired\n';
export const reported = [
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...web, ServiceName: 'Search', ...reservation, ...used, ...cost(3, 5) },
    CommitmentDiscountId: 'reservation-5',
  }),
  ...daily('2026-04-01', '2026-04-01', {
    ...{ ...web, ServiceName: 'Search', ...reservation, ...cost(90) },
    ...{ CommitmentDiscountId: 'reservation-5', ChargeCategory: 'Purchase', ChargeFrequency: 'Recurring' },
  }),
];

/** Charged by month, in rows that start a day before the last 30 days. */
export const byMonth: readonly FocusRow[] = [
  ...daily('2026-05-01', '2026-05-31', { ...web, ServiceName: 'Backup', ...cost(4) }),
  ...[used, unused].map((status) => ({
    ...{ ...web, ServiceName: 'Backup', ...reservation, ...status, ...cost(31, 62) },
    CommitmentDiscountId: 'reservation-6',
    ChargePeriodStart: '2026-05-01T00:00:00Z',
    ChargePeriodEnd: '2026-06-01T00:00:00Z',
  })),
];
