import { focusColumns } from '../../../../src/focus/columns.js';
import { csvRecords } from '../../../../src/focus/files/csv.js';
import type { FocusRow } from '../../../../tests/support/tables-of.js';
import { BillRow } from './bill-row.js';

const maxRows = 20_000;
type Category = NonNullable<FocusRow['ChargeCategory']>;

/**
 * Reads a small bill in CSV, the provider with the highest cost first.
 *
 * @throws {Error} with a message for the reader
 */
export function readRows(text: string): { readonly rows: readonly FocusRow[]; readonly currency: string } {
  const [header = [], ...records] = csvRecords(text);
  const absent = focusColumns.filter(({ name, isRequired }) => isRequired && !header.includes(name));
  if (absent.length > 0) {
    throw new Error(
      `Not a FOCUS export in CSV: the columns ${absent.map(({ name }) => name).join(', ')} are missing.`,
    );
  }
  if (records.length === 0) throw new Error('The file has no rows.');
  if (records.length > maxRows) {
    throw new Error(`The file has more than ${maxRows} rows. Use npx cost-contract mock --data.`);
  }
  const rows = records.map(
    (values, index) => new BillRow(index + 2, new Map(header.map((name, at) => [name, values[at] ?? '']))),
  );
  const currencies = [...new Set(rows.map((row) => row.filled('BillingCurrency')))];
  if (currencies.length > 1) throw new Error(`The file has several currencies: ${currencies.join(', ')}.`);
  return { rows: byCost(rows.map(rowOf)), currency: currencies[0] as string };
}

function rowOf(row: BillRow): FocusRow {
  const effective = row.amount('EffectiveCost') ?? row.fail('EffectiveCost', 'is missing');
  const list = row.amount('ListCost') ?? row.amount('ContractedCost') ?? effective;
  const start = row.time('ChargePeriodStart');
  const end = row.time('ChargePeriodEnd');
  if (Date.parse(end) < Date.parse(start)) row.fail('ChargePeriodEnd', 'is before ChargePeriodStart');
  const provider = row.filled('ProviderName');
  return {
    ProviderName: provider,
    PublisherName: row.text('PublisherName') ?? provider,
    SubAccountId: row.text('SubAccountId'),
    ...optional('SubAccountName', row.text('SubAccountName')),
    ServiceName: row.text('ServiceName'),
    RegionId: row.text('RegionId'),
    ChargeCategory: row.word<Category>('ChargeCategory') ?? row.fail('ChargeCategory', 'is missing'),
    ChargeClass: row.word('ChargeClass'),
    ChargeFrequency: row.word('ChargeFrequency'),
    ChargePeriodStart: start,
    ChargePeriodEnd: end,
    BillingPeriodStart: row.time('BillingPeriodStart'),
    usage_type: row.text('x_UsageType') ?? row.text('SkuMeter') ?? row.text('SkuId'),
    platform: platformOf(row.object('SkuPriceDetails')),
    Tags: tagsOf(row.object('Tags')),
    ...commitmentOf(row),
    BilledCost: row.amount('BilledCost') ?? row.fail('BilledCost', 'is missing'),
    EffectiveCost: effective,
    ListCost: list,
    ContractedCost: row.amount('ContractedCost') ?? list,
  };
}

function commitmentOf(row: BillRow): Partial<FocusRow> {
  return {
    CommitmentDiscountId: row.text('CommitmentDiscountId'),
    ...optional('CommitmentDiscountName', row.text('CommitmentDiscountName')),
    ...optional('CommitmentDiscountCategory', row.word<'Usage' | 'Spend'>('CommitmentDiscountCategory')),
    ...optional('CommitmentDiscountType', row.text('CommitmentDiscountType')),
    CommitmentDiscountStatus: row.word('CommitmentDiscountStatus'),
    CommitmentDiscountQuantity: row.amount('CommitmentDiscountQuantity'),
    ...optional('CommitmentDiscountUnit', row.text('CommitmentDiscountUnit')),
  };
}

function optional<Name extends string, Value>(name: Name, value: Value | null): { [name in Name]?: Value } {
  return value === null ? {} : ({ [name]: value } as { [name in Name]?: Value });
}

function platformOf(details: Readonly<Record<string, unknown>>): string | null {
  const platform = details.OperatingSystem ?? details.InstanceSeries ?? null;
  return platform === null ? null : String(platform);
}

function tagsOf(tags: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const known = Object.entries(tags).filter(([, value]) => value !== null);
  return Object.fromEntries(known.map(([key, value]) => [key, String(value)]));
}

function byCost(rows: readonly FocusRow[]): readonly FocusRow[] {
  const costs = new Map<string | undefined, number>();
  for (const { ProviderName, BilledCost = 0 } of rows) {
    costs.set(ProviderName, (costs.get(ProviderName) ?? 0) + BilledCost);
  }
  const costOf = ({ ProviderName }: FocusRow) => costs.get(ProviderName) ?? 0;
  return [...rows].sort((one, other) => costOf(other) - costOf(one));
}
