import { committed } from './commitment.js';
import { type BillRow, dayMs, dayOf, monthOf, months, rowOf, start } from './row.js';
import {
  apps,
  compute,
  core,
  database,
  labs,
  north,
  onLinux,
  onWindows,
  plans,
  reservation,
  south,
  storage,
  tags,
} from './subjects.js';
import { onDemand } from './usage.js';

/** The rows of provider A. */
export const providerA = (): BillRow[] => [...usage(), ...commitments(), ...monthly(), ...late()];

const usage = (): BillRow[] => [
  ...onDemand(
    { seed: 1, list: 310, factor: 0.93, isHourly: true },
    // The value of the owner is that of another team, too.
    { ...compute, ...core, ...north, ...onLinux, ...tags({ team: 'web', env: 'prod', owner: 'data' }) },
  ),
  ...onDemand(
    { seed: 2, list: 120, factor: 0.93, isHourly: true },
    { ...compute, ...apps, ...south, ...onWindows, ...tags({ team: 'data' }) },
  ),
  ...onDemand({ seed: 3, list: 75, isHourly: true }, { ...database, ...apps, ...north }),
  ...onDemand(
    { seed: 4, list: 41, factor: 0.9 },
    { ...storage, ...core, ...south, ...tags({ env: 'test' }) },
  ),
  ...onDemand(
    { seed: 5, list: 17 },
    { ServiceName: 'Support', ServiceCategory: 'Other', x_UsageType: 'support' },
  ),
  ...onDemand(
    { seed: 6, list: 12 },
    {
      ServiceName: 'Log Search',
      ServiceCategory: 'Other',
      PublisherName: 'Vendor X',
      ...labs,
      ...north,
      ...tags({ ENV: 'prod' }),
      x_UsageType: 'licenses',
    },
  ),
];

const commitments = (): BillRow[] => [
  ...committed(
    {
      ...{ seed: 11, from: start, perHour: 3, leastUsed: 0.6, recurring: 1340.5 },
      ...{ price: 0.61, list: 1.02, contracted: 0.98 },
    },
    {
      ...database,
      ...reservation('ri-db-1', 'Database nodes'),
      ...core,
      ...north,
      ...tags({ team: 'data' }),
    },
    [core, apps],
  ),
  ...committed(
    {
      ...{ seed: 12, from: Date.UTC(2026, 4, 11, 9), perHour: 5, leastUsed: 0.35, upfront: 27_156 },
      // More than what on-demand usage would have cost.
      ...{ price: 0.62, list: 0.72, contracted: 0.67 },
    },
    { ...compute, ...reservation('ri-c-7', 'Instances'), ...apps, ...south, ...onWindows },
    [apps],
  ),
  ...committed(
    {
      ...{ seed: 13, from: start, perHour: 6.4, leastUsed: 0.7, recurring: 4608 },
      ...{ price: 1, list: 1.5, contracted: 1.42 },
    },
    {
      ...compute,
      ...plans('Compute'),
      CommitmentDiscountId: 'arn:provider_a:savingsplans::111111111111:savingsplan/3f2b8a1e',
      CommitmentDiscountName: 'Plan one',
      ...core,
      ...onLinux,
      ...tags({ env: 'prod' }),
    },
    [
      { ...core, ...north },
      { ...labs, ...south },
    ],
  ),
];

/** Tax, credits and adjustments of each month. */
const monthly = (): BillRow[] =>
  months.flatMap((month, m) => [
    rowOf({
      ...monthOf(month),
      billed: 812.4 + m,
      ChargeCategory: 'Tax',
      ChargeFrequency: 'Recurring',
      ServiceName: 'Tax',
    }),
    rowOf({
      ...dayOf(month + 9 * dayMs),
      billed: -85.25 - m,
      ChargeCategory: 'Credit',
      ChargeFrequency: 'One-Time',
      ...compute,
      ...core,
      ...north,
    }),
  ]);

/** Corrections of usage, and usage that reached the bill a month late. */
const late = (): BillRow[] => [
  rowOf({
    ...dayOf(Date.UTC(2026, 4, 19)),
    ...{ billed: -64.31, list: -70, contracted: -64.31 },
    ChargeClass: 'Correction',
    invoicedIn: Date.UTC(2026, 5, 1),
    ...compute,
    ...core,
    ...north,
    ...tags({ team: 'web' }),
  }),
  rowOf({
    ...dayOf(Date.UTC(2026, 4, 28)),
    ...{ billed: 47.77, list: 51, contracted: 47.77 },
    invoicedIn: Date.UTC(2026, 5, 1),
    ...database,
    ...apps,
    ...north,
  }),
];
