import { msPerHour } from '../../mocks/dataset/calendar.js';
import type { FocusRow } from './tables-of.js';

/** FOCUS columns that rows do not have under the same name. */
const derived: Readonly<Record<string, (row: FocusRow) => string | null | undefined>> = {
  ProviderName: (row) => row.ProviderName ?? 'Provider A',
  PublisherName: (row) => row.PublisherName ?? row.ProviderName ?? 'Provider A',
  BillingAccountId: () => 'payer',
  BillingCurrency: () => 'USD',
  ChargeCategory: (row) => row.ChargeCategory ?? 'Usage',
  ChargePeriodEnd: (row) =>
    row.ChargePeriodEnd ?? new Date(Date.parse(row.ChargePeriodStart) + msPerHour).toISOString(),
  BillingPeriodStart: (row) => monthStart(row, 0),
  BillingPeriodEnd: (row) => monthStart(row, 1),
  SkuId: (row) => row.usage_type,
  SkuPriceDetails: (row) => (row.platform ? JSON.stringify({ OperatingSystem: row.platform }) : null),
  Tags: (row) => JSON.stringify(row.Tags ?? {}),
};

const plain = [
  'SubAccountId',
  'SubAccountName',
  'ServiceName',
  'RegionId',
  'ChargeClass',
  'ChargeFrequency',
  'ChargePeriodStart',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountCategory',
  'CommitmentDiscountType',
  'CommitmentDiscountStatus',
  'CommitmentDiscountQuantity',
  'CommitmentDiscountUnit',
] as const satisfies readonly (keyof FocusRow)[];
const costs = ['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost'] as const;

/** Writes rows as a FOCUS export. */
export function focusCsv(rows: readonly FocusRow[]): string {
  const columns: readonly (readonly [string, (row: FocusRow) => unknown])[] = [
    ...Object.entries(derived),
    ...plain.map((name) => [name, (row: FocusRow) => row[name]] as const),
    ...costs.map((name) => [name, (row: FocusRow) => row[name] ?? 0] as const),
    ['x_Row', (row) => rows.indexOf(row)],
  ];
  const lines = rows.map((row, i) =>
    columns.map(([name, read]) => (name === 'x_Row' ? i : quoted(read(row)))).join(','),
  );
  return `${[columns.map(([name]) => name).join(','), ...lines].join('\n')}\n`;
}

function quoted(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function monthStart({ BillingPeriodStart, ChargePeriodStart }: FocusRow, offset: number): string {
  const date = new Date(BillingPeriodStart ?? ChargePeriodStart);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)).toISOString();
}
