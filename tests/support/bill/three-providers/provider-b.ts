import { committed } from './commitment.js';
import { type BillRow, dayMs, dayOf, days, monthOf, monthStart, months, noise, rowOf, start } from './row.js';
import { reservation, tags } from './subjects.js';
import { onDemand } from './usage.js';

const b = { ProviderName: 'Provider B' };
const east = { RegionId: 'east-1' };
const projectA = { SubAccountId: 'project-a', SubAccountName: 'Project A', ...east };
const projectB = { SubAccountId: 'project-b', SubAccountName: 'Project B' };
const machines = { ...b, ServiceName: 'Virtual Machines', ...projectA };
const analytics = { ...b, ServiceName: 'Analytics', ...projectB, ...east };
const invoice = { ...b, ServiceName: 'Invoice' };
const coreHours = { x_UsageType: 'core-hours' };

/** The rows of provider B. */
export const providerB = (): BillRow[] => [...usage(), ...commitments(), ...monthly(), ...late()];

const usage = (): BillRow[] => [
  ...onDemand(
    { seed: 21, list: 95, factor: 0.95, isHourly: true },
    { ...machines, ...coreHours, ...tags({ team: 'web', 'cost center': '12"7' }) },
  ),
  ...onDemand({ seed: 22, list: 64 }, { ...analytics, x_UsageType: 'tib-scanned' }),
  ...onDemand(
    { seed: 23, list: 8 },
    { ...b, ServiceName: 'Marketplace', PublisherName: 'Vendor Y', x_UsageType: 'licenses', ...projectB },
  ),
];

const commitments = (): BillRow[] =>
  committed(
    {
      ...{ seed: 24, from: start, perHour: 4, leastUsed: 0.5, billedWithUsage: true },
      ...{ price: 0.5, list: 0.8, contracted: 0.76 },
    },
    { ...machines, ...coreHours, ...reservation('cud-1'), CommitmentDiscountType: 'Committed use' },
    [{}],
  );

/** Tax, credits and adjustments of each month. */
const monthly = (): BillRow[] =>
  months.flatMap((month, m) => [
    rowOf({
      ...invoice,
      ...monthOf(month),
      billed: 301.19 + m,
      ChargeCategory: 'Tax',
      ChargeFrequency: 'Recurring',
    }),
    ...days
      .filter((day) => monthStart(day) === month && noise(25, day / dayMs) > 0.6)
      .map((day) => rowOf({ ...analytics, ...dayOf(day), billed: -11.37 - m, ChargeCategory: 'Credit' })),
    rowOf({
      ...invoice,
      ...dayOf(month + 4 * dayMs),
      billed: -7.12 + m,
      ChargeCategory: 'Adjustment',
      ChargeFrequency: 'One-Time',
    }),
  ]);

/** Corrections of usage, and usage that reached the bill a month late. */
const late = (): BillRow[] => [
  rowOf({
    ...machines,
    ...dayOf(Date.UTC(2026, 3, 30)),
    ...{ billed: -23.45, list: -25, contracted: -23.45 },
    ChargeClass: 'Correction',
    invoicedIn: Date.UTC(2026, 4, 1),
    ...tags({ team: 'web' }),
  }),
  rowOf({
    ...analytics,
    ...dayOf(Date.UTC(2026, 4, 30)),
    billed: 33.3,
    invoicedIn: Date.UTC(2026, 5, 1),
  }),
];
