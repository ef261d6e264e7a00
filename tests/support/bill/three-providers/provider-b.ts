import { committed } from './commitment.js';
import { type BillRow, dayMs, days, monthStart, months, noise, rowOf, start } from './row.js';
import { reservation, tags } from './subjects.js';
import { onDemand } from './usage.js';

const b = { ProviderName: 'Provider B' };

/** The rows of provider B. */
export const providerB = (): BillRow[] => [...usage(), ...commitments(), ...monthly(), ...late()];

const usage = (): BillRow[] => [
  ...onDemand(
    {
      seed: 21,
      list: 95,
      factor: 0.95,
      ...b,
      ServiceName: 'Virtual Machines',
      x_UsageType: 'core-hours',
      SubAccountId: 'project-a',
      SubAccountName: 'Project A',
      RegionId: 'east-1',
      ...tags({ team: 'web', 'cost center': '12"7' }),
    },
    true,
  ),
  ...onDemand(
    {
      seed: 22,
      list: 64,
      factor: 1,
      ...b,
      ServiceName: 'Analytics',
      x_UsageType: 'tib-scanned',
      SubAccountId: 'project-b',
      SubAccountName: 'Project B',
      RegionId: 'east-1',
    },
    false,
  ),
  ...onDemand(
    {
      seed: 23,
      list: 8,
      factor: 1,
      ...b,
      ServiceName: 'Marketplace',
      PublisherName: 'Vendor Y',
      x_UsageType: 'licenses',
      SubAccountId: 'project-b',
      SubAccountName: 'Project B',
    },
    false,
  ),
];

const commitments = (): BillRow[] => [
  ...committed({
    seed: 24,
    from: start,
    perHour: 4,
    price: 0.5,
    list: 0.8,
    contracted: 0.76,
    leastUsed: 0.5,
    billedWithUsage: true,
    ...b,
    ServiceName: 'Virtual Machines',
    x_UsageType: 'core-hours',
    ...reservation,
    CommitmentDiscountType: 'Committed use',
    CommitmentDiscountId: 'cud-1',
    SubAccountId: 'project-a',
    SubAccountName: 'Project A',
    RegionId: 'east-1',
    users: [{}],
  }),
];

/** Tax, credits and adjustments of each month. */
const monthly = (): BillRow[] => [
  ...months.flatMap((month, m) => [
    rowOf({
      ...b,
      from: month,
      to: monthStart(month, 1),
      billed: 301.19 + m,
      ChargeCategory: 'Tax',
      ChargeFrequency: 'Recurring',
      ServiceName: 'Invoice',
    }),
    ...days
      .filter((day) => monthStart(day) === month && noise(25, day / dayMs) > 0.6)
      .map((day) =>
        rowOf({
          ...b,
          from: day,
          to: day + dayMs,
          billed: -11.37 - m,
          ChargeCategory: 'Credit',
          ServiceName: 'Analytics',
          SubAccountId: 'project-b',
          SubAccountName: 'Project B',
          RegionId: 'east-1',
        }),
      ),
    rowOf({
      ...b,
      from: month + 4 * dayMs,
      to: month + 5 * dayMs,
      billed: -7.12 + m,
      ChargeCategory: 'Adjustment',
      ChargeFrequency: 'One-Time',
      ServiceName: 'Invoice',
    }),
  ]),
];

/** Corrections of usage, and usage that reached the bill a month late. */
const late = (): BillRow[] => [
  rowOf({
    ...b,
    from: Date.UTC(2026, 3, 30),
    to: Date.UTC(2026, 4, 1),
    billed: -23.45,
    list: -25,
    contracted: -23.45,
    ChargeClass: 'Correction',
    invoicedIn: Date.UTC(2026, 4, 1),
    ServiceName: 'Virtual Machines',
    SubAccountId: 'project-a',
    SubAccountName: 'Project A',
    RegionId: 'east-1',
    ...tags({ team: 'web' }),
  }),
  rowOf({
    ...b,
    from: Date.UTC(2026, 4, 30),
    to: Date.UTC(2026, 4, 31),
    billed: 33.3,
    invoicedIn: Date.UTC(2026, 5, 1),
    ServiceName: 'Analytics',
    SubAccountId: 'project-b',
    SubAccountName: 'Project B',
    RegionId: 'east-1',
  }),
];
