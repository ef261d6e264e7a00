import { type FocusRow, hourReservation } from './tables-of.js';

const firstDay = Date.UTC(2026, 3, 1);
const endDay = Date.UTC(2026, 6, 1);
const hour = 3_600_000;
const day = 24 * hour;

const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');

/** One row for each period from April to June 2026. */
function each(length: number, rowsOf: (hourOfDay: number) => readonly Partial<FocusRow>[]): FocusRow[] {
  const rows: FocusRow[] = [];
  for (let start = firstDay; start < endDay; start += length) {
    for (const row of rowsOf((start / hour) % 24)) {
      rows.push({ ...row, ChargePeriodStart: iso(start), ChargePeriodEnd: iso(start + length) });
    }
  }
  return rows;
}

const period = (start: string, end: string) => ({
  ChargePeriodStart: `${start}T00:00:00Z`,
  ChargePeriodEnd: `${end}T00:00:00Z`,
});
const priced = (list: number, contracted: number, effective = contracted, billed = effective) => ({
  ListCost: list,
  ContractedCost: contracted,
  EffectiveCost: effective,
  BilledCost: billed,
});

const compute = { ServiceName: 'Compute', ChargeFrequency: 'Usage-Based' } as const;
const checkout = {
  SubAccountId: '111111111111',
  SubAccountName: 'checkout',
  RegionId: 'north-1',
  Tags: { team: 'checkout', env: 'production' },
  platform: 'Linux',
  usage_type: 'instance-hours',
} as const;
const research = { SubAccountId: '222222222222', SubAccountName: 'research', platform: 'Windows' } as const;

const reservation = { ...hourReservation, ...compute, RegionId: 'north-1' } as const;
const plan = {
  CommitmentDiscountId: 'arn:sp:1/plan-1',
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: 'Compute',
  CommitmentDiscountUnit: 'USD',
  ChargeFrequency: 'Usage-Based',
} as const;

const monthStarts = [Date.UTC(2026, 3, 1), Date.UTC(2026, 4, 1), Date.UTC(2026, 5, 1)];
const monthly = (rowOf: (month: number) => Partial<FocusRow>): FocusRow[] =>
  monthStarts.map((start, i) => ({
    ...rowOf(i),
    ChargePeriodStart: iso(start),
    ChargePeriodEnd: iso(monthStarts[i + 1] ?? endDay),
  }));

const status = (CommitmentDiscountStatus: 'Used' | 'Unused', CommitmentDiscountQuantity: number) => ({
  CommitmentDiscountStatus,
  CommitmentDiscountQuantity,
});

/** Used and unused hours of a reservation of four units and of a plan of five dollars an hour. */
function covered(hourOfDay: number): readonly Partial<FocusRow>[] {
  const inUse = hourOfDay >= 8 && hourOfDay < 20;
  return [
    { ...reservation, ...checkout, ...status('Used', 2), ...priced(2, 1.92, 1, 0) },
    { ...reservation, ...research, ...status('Used', 1), ...priced(1, 1, 0.5, 0) },
    // Some exports write a list price although nothing ran.
    { ...reservation, ...checkout, ...status('Unused', 1), ...priced(1, 0.96, 0.5, 0) },
    { ...plan, ...compute, ...checkout, ...status('Used', 3), ...priced(5, 4.8, 3, 0) },
    {
      ...{ ...plan, ServiceName: 'Database', ...research, ...status(inUse ? 'Used' : 'Unused', 2) },
      ...(inUse ? priced(3, 3, 2, 0) : priced(0, 0, 2, 0)),
    },
  ];
}

const providerA: readonly FocusRow[] = [
  ...each(hour, (hourOfDay) => [
    { ...compute, ...checkout, ...priced(10, 9.6) },
    { ...compute, ...research, ...priced(hourOfDay < 8 ? 4 : 20, hourOfDay < 8 ? 4 : 20) },
    { ServiceName: 'Database', ...checkout, ...priced(1.5, 1.44) },
    ...covered(hourOfDay),
  ]),
  ...each(day, () => [
    { ServiceName: 'Storage', RegionId: null, Tags: { Team: 'data' }, ...priced(12.345_678, 12.345_678) },
    { ServiceName: 'Firewall', PublisherName: 'Vendor Z', ...research, ...priced(3, 3) },
  ]),
  ...monthly(() => ({
    ...reservation,
    ...checkout,
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'Recurring',
    BilledCost: 1460,
  })),
  ...monthly(() => ({ ServiceName: 'Support', ChargeCategory: 'Purchase', BilledCost: 100 })),
  ...monthly(() => ({ ChargeCategory: 'Tax', BilledCost: 321.09, EffectiveCost: 321.09 })),
  {
    ...plan,
    ServiceName: 'Compute',
    SubAccountId: '111111111111',
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    BilledCost: 43_800,
    ...period('2026-04-01', '2027-04-01'),
  },
  {
    ...compute,
    ...checkout,
    ChargeCategory: 'Credit',
    BilledCost: -50,
    EffectiveCost: -50,
    ...period('2026-06-10', '2026-06-11'),
  },
];

const media = { SubAccountId: 'media', SubAccountName: 'media', RegionId: 'south-1' } as const;
const machines = { ServiceName: 'Virtual machines', ...media } as const;
const used = {
  ...machines,
  CommitmentDiscountId: 'cud-1',
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Resource',
  CommitmentDiscountStatus: 'Used',
} as const;

const providerB: readonly FocusRow[] = [
  ...each(day, () => [
    { ...machines, Tags: { team: 'media' }, ...priced(100, 90) },
    { ...used, ...priced(60, 54, 30, 30) },
    { ...used, CommitmentDiscountStatus: 'Unused', ...priced(0, 0, 10, 10) },
    { ...machines, ChargeCategory: 'Credit', ...priced(0, 0, -5.005) },
    { ServiceName: 'Software', PublisherName: 'Vendor Z', ...media, ...priced(7, 7) },
  ]),
  ...monthly((i) => ({ ChargeCategory: 'Tax', BilledCost: 700 + i, EffectiveCost: 700 + i })),
  {
    ...machines,
    ...priced(40, 40),
    // Charged late, with the next invoice.
    ...period('2026-05-31', '2026-06-01'),
    BillingPeriodStart: '2026-06-01T00:00:00Z',
  },
  {
    ...machines,
    ChargeClass: 'Correction',
    ...priced(-8, -8),
    ...period('2026-04-20', '2026-04-21'),
    BillingPeriodStart: '2026-05-01T00:00:00Z',
  },
  {
    ServiceName: null,
    ChargeCategory: 'Adjustment',
    BilledCost: -12.34,
    EffectiveCost: -12.34,
    ...period('2026-05-15', '2026-05-16'),
  },
];

const providerC = each(day, () => [
  { ProviderName: 'Provider C', ServiceName: 'Queries', SubAccountId: 'bi', ...priced(2.5, 2.5) },
]);

/**
 * A bill of three providers from April to June 2026 with a case of everything: commitments with and without
 * quantities, list prices on unused rows, upfront and recurring fees, credits, tax, a correction, an adjustment, a
 * late charge, marketplace rows, and rows without account, region, service or tags.
 */
export const variedRows: readonly FocusRow[] = [
  ...providerA.map((row) => ({ ...row, ProviderName: 'Provider A' })),
  ...providerB.map((row) => ({ ...row, ProviderName: 'Provider B' })),
  ...providerC,
];

/** The same bill, of which some rows of each day lack a quantity. */
export const withoutSomeQuantities: readonly FocusRow[] = variedRows.map((row) =>
  row.ChargePeriodStart.endsWith('T05:00:00Z') ? { ...row, CommitmentDiscountQuantity: null } : row,
);
