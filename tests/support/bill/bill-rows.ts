import { csvChunks } from '../../../mocks/dataset/export/csv.js';
import { contract14 } from './contract-rows.js';
import { csvOf as focusCsvOf } from './focus-files.js';

/** A row of a FOCUS export: the text of each column; a missing value is an empty text. */
export type BillRow = Readonly<Record<(typeof columns)[number], string>>;

const columns = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'CommitmentDiscountCategory',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountQuantity',
  'CommitmentDiscountStatus',
  'CommitmentDiscountType',
  'CommitmentDiscountUnit',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractApplied',
  'ContractedCost',
  'EffectiveCost',
  'InvoiceId',
  'ListCost',
  'PricingCategory',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'RegionId',
  'RegionName',
  'ResourceId',
  'ServiceCategory',
  'ServiceName',
  'SkuId',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'Tags',
  'x_UsageType',
] as const;

const dayMs = 86_400_000;
const hourMs = dayMs / 24;
const start = Date.UTC(2026, 3, 1);
const end = Date.UTC(2026, 6, 1);
/** Hourly rows, where the uncovered base needs them. */
const hourlyFrom = Date.UTC(2026, 4, 26);

const empty = Object.fromEntries(columns.map((name) => [name, ''])) as Record<keyof BillRow, string>;

const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
const monthStart = (time: number, months = 0) => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
};
const dollars = (value: number) => String(Number(value.toFixed(8)));

/** A number from 0 to 1 that looks random and depends only on the arguments. */
function noise(...seeds: readonly number[]): number {
  const x = Math.sin(seeds.reduce((sum, seed) => sum * 31.7 + seed, 7.3)) * 43_758.5453;
  return x - Math.floor(x);
}

interface Charge extends Partial<Record<keyof BillRow, string>> {
  readonly from: number;
  readonly to: number;
  readonly billed: number;
  readonly effective?: number;
  readonly list?: number;
  readonly contracted?: number;
  /** The month of the invoice, if it is not that of the charge. */
  readonly invoicedIn?: number;
}

function rowOf({ from, to, billed, effective, list, contracted, invoicedIn, ...rest }: Charge): BillRow {
  const period = monthStart(invoicedIn ?? from);
  const provider = rest.ProviderName ?? 'Provider A';
  return {
    ...empty,
    BillingAccountId:
      provider === 'Provider A' ? '999999999999' : `billing-${provider.at(-1)?.toLowerCase()}`,
    BillingAccountName: 'Main',
    BillingCurrency: 'USD',
    BillingPeriodStart: iso(period),
    BillingPeriodEnd: iso(monthStart(period, 1)),
    ChargeCategory: 'Usage',
    ChargeFrequency: 'Usage-Based',
    ChargePeriodStart: iso(from),
    ChargePeriodEnd: iso(to),
    PricingCategory: 'Standard',
    ProviderName: provider,
    PublisherName: provider,
    ServiceCategory: 'Compute',
    Tags: '{}',
    ...rest,
    BilledCost: dollars(billed),
    EffectiveCost: dollars(effective ?? billed),
    ListCost: dollars(list ?? billed),
    ContractedCost: dollars(contracted ?? billed),
  };
}

const days = Array.from({ length: (end - start) / dayMs }, (_, i) => start + i * dayMs);
const months = [start, monthStart(start, 1), monthStart(start, 2)];

const core = { SubAccountId: '111111111111', SubAccountName: 'core' };
const apps = { SubAccountId: '222222222222', SubAccountName: 'apps' };
const labs = { SubAccountId: '333333333333', SubAccountName: 'labs' };
const north = { RegionId: 'north-1', RegionName: 'North' };
const south = { RegionId: 'south-2', RegionName: 'South' };
const tags = (values: Readonly<Record<string, string>>) => ({ Tags: JSON.stringify(values) });
const onLinux = { SkuPriceDetails: '{"OperatingSystem":"Linux"}' };
const onWindows = { SkuPriceDetails: '{"OperatingSystem":"Windows"}' };

interface Line extends Partial<Record<keyof BillRow, string>> {
  readonly seed: number;
  /** List price of an average day. */
  readonly list: number;
  /** What a negotiated agreement leaves of the list price. */
  readonly factor: number;
}

/** On-demand usage by day, and by hour from `hourlyFrom` on if it could be covered. */
function onDemand({ seed, list, factor, ...rest }: Line, isHourly: boolean): BillRow[] {
  return days.flatMap((day, d) => {
    const ofDay = list * (0.7 + 0.6 * noise(seed, d));
    const steps = isHourly && day >= hourlyFrom ? 24 : 1;
    return Array.from({ length: steps }, (_, hour) => {
      const share = (ofDay / steps) * (steps === 1 ? 1 : 0.6 + 0.8 * noise(seed, d, hour));
      const from = day + hour * hourMs;
      const cost = share * factor;
      return rowOf({ from, to: from + dayMs / steps, billed: cost, list: share, contracted: cost, ...rest });
    });
  });
}

interface Commitment extends Partial<Record<keyof BillRow, string>> {
  readonly seed: number;
  readonly from: number;
  /** Units, or dollars of an hour. */
  readonly perHour: number;
  /** Price of a unit for an hour, fees spread. */
  readonly price: number;
  /** The list price and the contracted price of an hour of a unit. */
  readonly list: number;
  readonly contracted: number;
  /** Least share that is used. */
  readonly leastUsed: number;
  /** Whether fees are billed upfront, by month, or with the usage. */
  readonly upfront?: number;
  readonly recurring?: number;
  readonly billedWithUsage?: boolean;
  readonly users: readonly Partial<Record<keyof BillRow, string>>[];
}

/** Used and unused hours of a commitment by day, and its purchases. */
function committed(commitment: Commitment): BillRow[] {
  const { seed, from, perHour, price, list, contracted, leastUsed, users } = commitment;
  const { upfront = 0, recurring = 0, billedWithUsage = false } = commitment;
  const { seed: _, from: _from, perHour: _perHour, price: _price, list: _list, ...others } = commitment;
  const {
    contracted: _contracted,
    leastUsed: _least,
    upfront: _up,
    recurring: _rec,
    users: _users,
    billedWithUsage: _billed,
    ...rest
  } = others;
  const billed = (fee: number) => (billedWithUsage ? fee : 0);
  const usage = days.flatMap((day, d) => {
    if (day + dayMs <= from) return [];
    const since = Math.max(day, from);
    const hours = ((day + dayMs - since) / hourMs) * perHour;
    const used = hours * (leastUsed + (1 - leastUsed) * noise(seed, d));
    const rows = users.map((user, u) => {
      const share = u === users.length - 1 ? used * (u === 0 ? 1 : 0.4) : used * 0.6;
      const quantity = dollars(share);
      return rowOf({
        ...rest,
        ...user,
        from: since,
        to: day + dayMs,
        PricingCategory: 'Committed',
        CommitmentDiscountStatus: 'Used',
        CommitmentDiscountQuantity: quantity,
        billed: billed(share * price),
        effective: share * price,
        list: share * list,
        contracted: share * contracted,
      });
    });
    const unused = rowOf({
      ...rest,
      from: since,
      to: day + dayMs,
      PricingCategory: 'Committed',
      CommitmentDiscountStatus: 'Unused',
      CommitmentDiscountQuantity: dollars(hours - used),
      billed: billed((hours - used) * price),
      effective: (hours - used) * price,
      // As in some exports, although nothing ran.
      list: (hours - used) * list,
      contracted: (hours - used) * price,
    });
    return hours - used > 1e-9 ? [...rows, unused] : rows;
  });
  const purchase = { ...rest, ChargeCategory: 'Purchase', effective: 0 };
  const once =
    upfront > 0
      ? [
          rowOf({
            ...purchase,
            from,
            to: from + 365 * dayMs,
            ChargeFrequency: 'One-Time',
            billed: upfront,
            list: upfront,
            contracted: upfront,
          }),
        ]
      : [];
  const monthly =
    recurring > 0
      ? months
          .filter((month) => month >= monthStart(from))
          .map((month) =>
            rowOf({
              ...purchase,
              from: Math.max(month, from),
              to: monthStart(month, 1),
              ChargeFrequency: 'Recurring',
              billed: recurring,
              list: recurring,
              contracted: recurring,
            }),
          )
      : [];
  return [...usage, ...once, ...monthly];
}

const compute = {
  ServiceName: 'Compute',
  ServiceCategory: 'Compute',
  SkuId: 'SKU-C',
  x_UsageType: 'instance-hours',
};
const database = {
  ServiceName: 'Database',
  ServiceCategory: 'Databases',
  SkuId: 'SKU-D',
  x_UsageType: 'node-hours',
};
const storage = {
  ServiceName: 'Object Storage',
  ServiceCategory: 'Storage',
  SkuId: 'SKU-S',
  x_UsageType: 'gb-months',
};
const plans = (type: string) => ({
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: type,
  CommitmentDiscountUnit: 'USD',
});
const reservation = {
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Reserved',
  CommitmentDiscountUnit: 'Hours',
};
const b = { ProviderName: 'Provider B' };

const providerA = (): BillRow[] => [
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
  // Corrections of usage, and usage that reached the bill a month late.
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

const providerB = (): BillRow[] => [
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

const providerC = (): BillRow[] =>
  onDemand(
    {
      seed: 31,
      list: 9,
      factor: 1,
      ProviderName: 'Provider C',
      ServiceName: 'Code Hosting',
      SubAccountId: 'team',
      SubAccountName: 'Team',
      x_UsageType: 'seats',
    },
    false,
  );

/** The rows of a bill of three providers over three months, with every kind of row that servers get wrong. */
export function billRows(): BillRow[] {
  return [...providerA(), ...providerB(), ...providerC()].map(withContract);
}

/** Contracts by the service whose costs are applied to them: one of a floor by month, one for a year, one without terms. */
const contractOf: Readonly<Record<string, string>> = {
  'Log Search': 'contract-logs',
  Support: 'contract-support',
  'Code Hosting': 'contract-seats',
};

function withContract(row: BillRow): BillRow {
  const id = contractOf[row.ServiceName];
  if (id === undefined) return row;
  const element = { ContractCommitmentId: id, ContractCommitmentAppliedCost: Number(row.EffectiveCost) };
  return { ...row, ContractApplied: JSON.stringify({ Elements: [element] }) };
}

/** The terms of contracts of the bill: a data set beside the costs. */
export function contractsCsv(): string {
  const logs = {
    ...contract14,
    ContractCommitmentId: 'contract-logs',
    ContractCommitmentCost: '1050',
    ContractCommitmentPeriodStart: '2026-04-01T00:00:00Z',
    ContractCommitmentPeriodEnd: '2026-07-01T00:00:00Z',
  };
  const ofYear = {
    ContractCommitmentId: 'contract-support',
    ContractCommitmentFulfillmentInterval: 'Annual',
  };
  return focusCsvOf([logs, { ...contract14, ...ofYear }]);
}

/** Writes rows as CSV. */
export function csvOf(rows: readonly BillRow[]): string {
  return [...csvChunks(columns, rows)].join('');
}
