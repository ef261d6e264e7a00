import { type Day, dayOf, hourOf, monthOf, msPerHour } from '../../../mocks/dataset/calendar.js';
import type { BilledCommitment, BillLine, BillTables, LongPeriod } from '../../../src/focus/tables/tables.js';

/** The columns of a reservation of hours. */
export const hourReservation = {
  ServiceName: 'Compute',
  CommitmentDiscountId: 'ri-1',
  CommitmentDiscountName: 'base load',
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Reserved',
  CommitmentDiscountUnit: 'Hours',
} as const;

/** A row of an export in the names of FOCUS. Costs that are left out are 0, other columns and empty prices null. */
export interface FocusRow {
  readonly ProviderName?: string;
  readonly PublisherName?: string | null;
  readonly SubAccountId?: string | null;
  readonly SubAccountName?: string;
  readonly ServiceName?: string | null;
  readonly RegionId?: string | null;
  readonly ChargeCategory?: BillLine['category'];
  readonly ChargeClass?: 'Correction' | null;
  readonly ChargeFrequency?: BillLine['frequency'];
  /** ISO 8601. The end is one hour after the start if it is left out. */
  readonly ChargePeriodStart: string;
  readonly ChargePeriodEnd?: string;
  /** Any day of the month that is invoiced; that of the charge period if it is left out. */
  readonly BillingPeriodStart?: string;
  readonly usage_type?: string | null;
  readonly platform?: string | null;
  readonly Tags?: Readonly<Record<string, string>>;
  readonly CommitmentDiscountId?: string | null;
  readonly CommitmentDiscountName?: string;
  readonly CommitmentDiscountCategory?: 'Usage' | 'Spend';
  readonly CommitmentDiscountType?: string;
  readonly CommitmentDiscountStatus?: 'Used' | 'Unused' | null;
  readonly CommitmentDiscountQuantity?: number | null;
  readonly CommitmentDiscountUnit?: string;
  readonly BilledCost?: number;
  readonly EffectiveCost?: number;
  readonly ListCost?: number | null;
  readonly ContractedCost?: number | null;
  /** `ListCost` as in the export, if another cost takes its place because it is not known. */
  readonly stated_list_cost?: number;
  /** Whether a price of the row is not known; by default, whether one is null. */
  readonly isUnpriced?: boolean;
}

/** A row of the first hour of a day. */
export const rowOn = (date: string, columns: Partial<FocusRow>): FocusRow => ({
  ServiceName: 'Compute',
  SubAccountId: '111111111111',
  RegionId: 'north-1',
  ChargePeriodStart: `${date}T00:00:00Z`,
  ...columns,
});

interface ReadRow extends FocusRow {
  readonly line: BillLine;
  readonly start: number;
  readonly end: number;
}

/**
 * Sums up rows as the mock reads an export. The first `ProviderName` is `provider_a`, the next `provider_b` and so
 * on.
 */
export function tablesOf(rows: readonly FocusRow[]): BillTables {
  const names = [...new Set(rows.map((row) => row.ProviderName ?? 'Provider A'))];
  const ids = new Map(names.map((name, i) => [name, `provider_${'abcdefgh'.charAt(i)}`]));
  const read = rows.map((row): ReadRow => {
    const start = Date.parse(row.ChargePeriodStart);
    const end = row.ChargePeriodEnd === undefined ? start + msPerHour : Date.parse(row.ChargePeriodEnd);
    return { ...row, start, end, line: lineOf(row, ids.get(row.ProviderName ?? 'Provider A') as string) };
  });
  const lines = [...new Map(read.map(({ line }) => [JSON.stringify(line), line])).values()];
  const days = read.map(({ start }) => dayOf(start));
  const used = read.filter(({ line }) => line.category === 'Usage');
  const short = used.filter(({ start, end }) => end - start <= 48 * msPerHour);
  const end = Math.max(...(short.length > 0 ? short : used).map((row) => row.end));
  return {
    currency: 'USD',
    firstDay: Math.min(...days),
    lastDay: Math.max(...days, dayOf(end - 1)),
    end,
    providers: names.map((name) => ({
      id: ids.get(name) as string,
      name,
      hasListPrices: hasListPrices(read, name),
    })),
    accounts: accountsOf(read),
    commitments: commitmentsOf(read),
    lines,
    days: daysOf(read, lines),
    hours: hoursOf(read, lines),
  };
}

/** Whether any usage that ran has a list and a contracted price; true without such usage. */
function hasListPrices(rows: readonly ReadRow[], provider: string): boolean {
  const ran = rows.filter((row) => (row.ProviderName ?? 'Provider A') === provider && hasRun(row));
  return (
    ran.length === 0 ||
    ran.some((row) => (row.stated_list_cost ?? row.ListCost ?? 0) !== 0 && row.ContractedCost !== null)
  );
}

const hasRun = ({ line }: ReadRow) => line.category === 'Usage' && line.status !== 'Unused';

function isUnpriced({ isUnpriced: is, ...row }: ReadRow): boolean {
  return hasRun(row) && (is ?? (row.ListCost === null || row.ContractedCost === null));
}

function lineOf(row: FocusRow, provider: string): BillLine {
  const commitment = row.CommitmentDiscountId ?? null;
  return {
    provider,
    account: row.SubAccountId ?? null,
    service: row.ServiceName ?? null,
    region: row.RegionId ?? null,
    category: row.ChargeCategory ?? 'Usage',
    frequency: row.ChargeFrequency ?? null,
    isCorrection: row.ChargeClass === 'Correction',
    isMarketplace: (row.PublisherName ?? row.ProviderName) !== row.ProviderName,
    usageType: row.usage_type ?? null,
    platform: row.platform ?? null,
    tags: row.Tags ?? {},
    commitment,
    status: row.CommitmentDiscountStatus ?? null,
    invoiceMonth: monthOf(dayOf(Date.parse(row.BillingPeriodStart ?? row.ChargePeriodStart))),
  };
}

function accountsOf(rows: readonly ReadRow[]): BillTables['accounts'] {
  const accounts = new Map<string, BillTables['accounts'][number]>();
  for (const { SubAccountId: id, SubAccountName: name, line } of rows) {
    if (id) accounts.set(`${line.provider} ${id}`, { id, name: name ?? id, provider: line.provider });
  }
  return [...accounts.values()];
}

function commitmentsOf(rows: readonly ReadRow[]): readonly BilledCommitment[] {
  const commitments = new Map<string, BilledCommitment>();
  for (const row of rows) {
    const { commitment: id, provider, category, frequency, status } = row.line;
    if (id === null) continue;
    const key = JSON.stringify([provider, id]);
    const known = commitments.get(key);
    const unit = (status !== null && row.CommitmentDiscountUnit) || null;
    const isMeasured = typeof row.CommitmentDiscountQuantity === 'number';
    const isTerm = category === 'Purchase' && frequency === 'One-Time';
    commitments.set(key, {
      id,
      provider,
      name: row.CommitmentDiscountName ?? known?.name ?? null,
      category: row.CommitmentDiscountCategory ?? known?.category ?? null,
      type: row.CommitmentDiscountType ?? known?.type ?? null,
      unit: (isMeasured ? unit : null) ?? known?.unit ?? unit,
      billingAccount: 'payer',
      term: isTerm ? { start: row.start, end: row.end } : (known?.term ?? null),
      longPeriods: [],
    });
  }
  return [...commitments.values()].map((one) => ({ ...one, longPeriods: longPeriodsOf(one, rows) }));
}

function longPeriodsOf({ id, provider }: BilledCommitment, rows: readonly ReadRow[]): readonly LongPeriod[] {
  const periods = new Map<Day, Day>();
  for (const { line, start, end } of rows) {
    const { commitment, category, status } = line;
    if (commitment !== id || line.provider !== provider || category !== 'Usage' || status === null) continue;
    const first = dayOf(start);
    const hours = (end - start) / msPerHour;
    const last = first + Math.ceil((hours - 1) / 24) - 1;
    if (hours >= 36) periods.set(first, Math.max(last, periods.get(first) ?? last));
  }
  return [...periods].sort(([one], [other]) => one - other).map(([first, last]) => ({ first, last }));
}

/** Sums up rows by line and a unit of time, ordered by both. */
function sums(
  rows: readonly ReadRow[],
  lines: readonly BillLine[],
  timeOf: (row: ReadRow) => number,
): readonly { readonly line: number; readonly time: number; readonly rows: readonly ReadRow[] }[] {
  const positions = new Map(lines.map((line, l) => [JSON.stringify(line), l]));
  const found = new Map<string, { line: number; time: number; rows: ReadRow[] }>();
  for (const row of rows) {
    const line = positions.get(JSON.stringify(row.line)) as number;
    const time = timeOf(row);
    const sum = found.get(`${line} ${time}`) ?? { line, time, rows: [] };
    found.set(`${line} ${time}`, sum);
    sum.rows.push(row);
  }
  return [...found.values()].sort((one, other) => one.line - other.line || one.time - other.time);
}

type Cost = 'BilledCost' | 'EffectiveCost' | 'ListCost' | 'ContractedCost';

/** Costs have up to twelve decimals. */
function micros(rows: readonly ReadRow[], cost: Cost): number {
  return rows.reduce((sum, row) => sum + Math.round(costOf(row, cost) * 1e12) / 1e6, 0);
}

/** A missing price is the other one, or else the effective cost. */
function costOf({ EffectiveCost = 0, ...row }: ReadRow, cost: Cost): number {
  const { ListCost = 0, ContractedCost = 0, BilledCost = 0 } = row;
  if (cost === 'ListCost') return ListCost ?? ContractedCost ?? EffectiveCost;
  if (cost === 'ContractedCost') return ContractedCost ?? ListCost ?? EffectiveCost;
  return cost === 'BilledCost' ? BilledCost : EffectiveCost;
}

function daysOf(rows: readonly ReadRow[], lines: readonly BillLine[]): BillTables['days'] {
  const days = sums(rows, lines, ({ start }): Day => dayOf(start));
  const column = (cost: Cost) => Float64Array.from(days, (day) => micros(day.rows, cost));
  return {
    line: Int32Array.from(days, ({ line }) => line),
    day: Int32Array.from(days, ({ time }) => time),
    billed: column('BilledCost'),
    effective: column('EffectiveCost'),
    list: column('ListCost'),
    contracted: column('ContractedCost'),
    quantity: Float64Array.from(days, (day) => {
      return day.rows.reduce((sum, row) => sum + (row.CommitmentDiscountQuantity ?? Number.NaN), 0);
    }),
    unpriced: Float64Array.from(days, (day) => micros(day.rows.filter(isUnpriced), 'ListCost')),
  };
}

function hoursOf(rows: readonly ReadRow[], lines: readonly BillLine[]): BillTables['hours'] {
  const committed = new Set(
    rows
      .filter(({ line }) => line.category === 'Usage' && line.status !== null)
      .map(({ line }) => `${line.provider} ${line.service}`),
  );
  const onDemand = rows.filter(
    ({ line, start, end }) =>
      line.category === 'Usage' &&
      line.commitment === null &&
      end - start <= msPerHour &&
      committed.has(`${line.provider} ${line.service}`),
  );
  const hours = sums(onDemand, lines, ({ start }) => hourOf(start));
  return {
    line: Int32Array.from(hours, ({ line }) => line),
    hour: Int32Array.from(hours, ({ time }) => time),
    list: Float64Array.from(hours, (hour) => micros(hour.rows, 'ListCost')),
  };
}
