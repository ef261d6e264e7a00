import { committed } from './commitment.js';
import { type BillRow, dayMs, monthStart, months, rowOf, start } from './row.js';
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
    {
      seed: 1,
      list: 310,
      factor: 0.93,
      ...compute,
      ...core,
      ...north,
      ...onLinux,
      // The value of the owner is that of another team, too.
      ...tags({ team: 'web', env: 'prod', owner: 'data' }),
    },
    true,
  ),
  ...onDemand(
    {
      seed: 2,
      list: 120,
      factor: 0.93,
      ...compute,
      ...apps,
      ...south,
      ...onWindows,
      ...tags({ team: 'data' }),
    },
    true,
  ),
  ...onDemand({ seed: 3, list: 75, factor: 1, ...database, ...apps, ...north }, true),
  ...onDemand(
    { seed: 4, list: 41, factor: 0.9, ...storage, ...core, ...south, ...tags({ env: 'test' }) },
    false,
  ),
  ...onDemand(
    {
      seed: 5,
      list: 17,
      factor: 1,
      ServiceName: 'Support',
      ServiceCategory: 'Other',
      x_UsageType: 'support',
    },
    false,
  ),
  ...onDemand(
    {
      seed: 6,
      list: 12,
      factor: 1,
      ServiceName: 'Log Search',
      ServiceCategory: 'Other',
      PublisherName: 'Vendor X',
      ...labs,
      ...north,
      ...tags({ ENV: 'prod' }),
      x_UsageType: 'licenses',
    },
    false,
  ),
];

const commitments = (): BillRow[] => [
  ...committed({
    seed: 11,
    from: start,
    perHour: 3,
    price: 0.61,
    list: 1.02,
    contracted: 0.98,
    leastUsed: 0.6,
    recurring: 1340.5,
    ...database,
    ...reservation,
    CommitmentDiscountId: 'ri-db-1',
    CommitmentDiscountName: 'Database nodes',
    ...core,
    ...north,
    users: [core, apps],
    ...tags({ team: 'data' }),
  }),
  ...committed({
    seed: 12,
    from: Date.UTC(2026, 4, 11, 9),
    perHour: 5,
    // More than what on-demand usage would have cost.
    price: 0.62,
    list: 0.72,
    contracted: 0.67,
    leastUsed: 0.35,
    upfront: 27_156,
    recurring: 0,
    ...compute,
    ...reservation,
    CommitmentDiscountId: 'ri-c-7',
    CommitmentDiscountName: 'Instances',
    ...apps,
    ...south,
    ...onWindows,
    users: [apps],
  }),
  ...committed({
    seed: 13,
    from: start,
    perHour: 6.4,
    price: 1,
    list: 1.5,
    contracted: 1.42,
    leastUsed: 0.7,
    recurring: 4608,
    ...compute,
    ...plans('Compute'),
    CommitmentDiscountId: 'arn:provider_a:savingsplans::111111111111:savingsplan/3f2b8a1e',
    CommitmentDiscountName: 'Plan one',
    ...core,
    ...onLinux,
    users: [
      { ...core, ...north },
      { ...labs, ...south },
    ],
    ...tags({ env: 'prod' }),
  }),
];

/** Tax, credits and adjustments of each month. */
const monthly = (): BillRow[] => [
  ...months.flatMap((month, m) => [
    rowOf({
      from: month,
      to: monthStart(month, 1),
      billed: 812.4 + m,
      ChargeCategory: 'Tax',
      ChargeFrequency: 'Recurring',
      ServiceName: 'Tax',
    }),
    rowOf({
      from: month + 9 * dayMs,
      to: month + 10 * dayMs,
      billed: -85.25 - m,
      ChargeCategory: 'Credit',
      ChargeFrequency: 'One-Time',
      ...compute,
      ...core,
      ...north,
    }),
  ]),
];

/** Corrections of usage, and usage that reached the bill a month late. */
const late = (): BillRow[] => [
  rowOf({
    from: Date.UTC(2026, 4, 19),
    to: Date.UTC(2026, 4, 20),
    billed: -64.31,
    list: -70,
    contracted: -64.31,
    ChargeClass: 'Correction',
    invoicedIn: Date.UTC(2026, 5, 1),
    ...compute,
    ...core,
    ...north,
    ...tags({ team: 'web' }),
  }),
  rowOf({
    from: Date.UTC(2026, 4, 28),
    to: Date.UTC(2026, 4, 29),
    billed: 47.77,
    list: 51,
    contracted: 47.77,
    invoicedIn: Date.UTC(2026, 5, 1),
    ...database,
    ...apps,
    ...north,
  }),
];
