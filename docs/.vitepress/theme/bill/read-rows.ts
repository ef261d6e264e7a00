import { focusColumns, namesOf, repeatedColumn } from '../../../../src/focus/columns.js';
import { csvRecords } from '../../../../src/focus/files/csv.js';
import { otherCount, quoted } from '../../../../src/focus/focus-error.js';
import {
  commitmentNotes,
  currencyNotes,
  missingColumnNotes,
  priceNotes,
} from '../../../../src/focus/notes.js';
import { groupBy } from '../../../../src/group-by.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { BillRow } from './bill-row.js';
import { checkRepeated, checkTogether } from './check-rows.js';
import { inTerminal } from './text-of.js';

const maxRows = 20_000;
/** Those for which `tablesOf` has ids. */
const maxProviders = 8;
const separators: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};
type Category = NonNullable<FocusRow['ChargeCategory']>;

interface ReadRows {
  readonly rows: readonly FocusRow[];
  readonly currency: string;
  /** Those of the terminal. */
  readonly notes: readonly string[];
}

/**
 * Reads a small bill in CSV, the provider with the highest cost first.
 *
 * @param file its name
 * @throws {Error} with a message for the reader
 */
export function readRows(text: string, file = 'the file'): ReadRows {
  const [header = [], ...records] = recordsOf(text);
  const columns = columnsOf(header);
  if (records.length === 0) throw new Error('The file has no rows. Export a period with charges.');
  if (records.length > maxRows) {
    throw new Error(`The file has more than ${maxRows} rows. ${inTerminal}`);
  }
  const read = records.map((values, index) => billRow(columns, values, index + 2));
  for (const row of read) row.check();
  const currencies = [...new Set(read.map((row) => row.filled('BillingCurrency').toUpperCase()))];
  if (currencies.length > 1) {
    throw new Error(`The file has several currencies: ${currencies.join(', ')}. Read each on its own.`);
  }
  const rows = read.map(rowOf);
  checkTogether(rows);
  checkRepeated(records);
  checkProviders(rows);
  const currency = currencies[0] as string;
  const notes = [
    ...currencyNotes(currency),
    ...missingColumnNotes((name) => (columns.includes(name) ? [] : [file])),
    ...gapNotes(read.map((row, index) => ({ ...(rows[index] as FocusRow), prices: pricesOf(row) }))),
  ];
  return { rows: byCost(rows), currency, notes };
}

type PricedRow = FocusRow & { readonly prices: ReturnType<typeof pricesOf> };

function gapNotes(rows: readonly PricedRow[]): readonly string[] {
  const usage = rows.filter(({ ChargeCategory }) => ChargeCategory === 'Usage');
  const ran = usage.filter(({ CommitmentDiscountStatus: status }) => status !== 'Unused');
  const ids = rows
    .filter((row) => row.CommitmentDiscountStatus && row.CommitmentDiscountQuantity === null)
    .map((row) => row.CommitmentDiscountId);
  const countOf = (those: readonly PricedRow[], isCounted: (row: PricedRow) => boolean) =>
    those.filter(isCounted).length;
  const providers = [...groupBy(ran, ({ ProviderName = '' }) => ProviderName)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return [
    ...providers.flatMap(([provider, own]) =>
      priceNotes(provider, {
        list: countOf(own, ({ prices }) => prices.list === null),
        contracted: countOf(own, ({ prices }) => prices.contracted === null),
        all: own.length,
        listed: countOf(own, ({ stated_list_cost: stated }) => stated !== 0),
      }),
    ),
    ...commitmentNotes({
      unknownStatus: countOf(usage, (row) => !!row.CommitmentDiscountId && !row.CommitmentDiscountStatus),
      unknownQuantity: new Set(ids).size,
    }),
  ];
}

function recordsOf(text: string): readonly (readonly string[])[] {
  if ((text.split('"').length - 1) % 2 === 1) {
    throw new Error('A quoted value does not end. Write " in a value as "".');
  }
  return csvRecords(text);
}

/** The names of the columns, those of FOCUS in its letter case. */
function columnsOf(header: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim());
  const [separator] = names.length === 1 ? (/[;\t|]/.exec(names[0] ?? '') ?? []) : [];
  if (separator !== undefined) {
    throw new Error(
      `The values are separated by ${separators[separator]}. Separate them by commas, and write numbers such as -1234.56.`,
    );
  }
  checkColumns(names);
  const known = new Map(focusColumns.flatMap(namesOf).map((name) => [name.toLowerCase(), name]));
  return names.map((name) => known.get(name.toLowerCase()) ?? name);
}

function checkColumns(names: readonly string[]): void {
  const repeated = repeatedColumn(names.filter((name) => name !== ''));
  if (repeated !== undefined) {
    throw new Error(`The file has two columns ${quoted(repeated)}. Remove one.`);
  }
  const lower = new Set(names.map((name) => name.toLowerCase()));
  const absent = focusColumns.filter(
    (column) => column.isRequired && !namesOf(column).some((name) => lower.has(name.toLowerCase())),
  );
  if (absent.length === 0) return;
  const [columns, are] = absent.length === 1 ? ['column', 'is'] : ['columns', 'are'];
  throw new Error(
    `Not a FOCUS export: the ${columns} ${absent.map((column) => namesOf(column).join(' or ')).join(', ')} ${are} missing. Export the bill in the FOCUS format, 1.0 to 1.4, as CSV.`,
  );
}

function billRow(columns: readonly string[], values: readonly string[], number: number): BillRow {
  if (values.length !== columns.length) {
    throw new Error(`Row ${number}: ${otherCount(values.length, columns.length)}`);
  }
  return new BillRow(number, new Map(columns.map((name, at) => [name, values[at] ?? ''])));
}

function checkProviders(rows: readonly FocusRow[]): void {
  const { size } = new Set(rows.map(({ ProviderName }) => ProviderName));
  if (size > maxProviders) {
    throw new Error(`The file has more than ${maxProviders} providers. ${inTerminal}`);
  }
}

function rowOf(row: BillRow): FocusRow {
  const effective = Number(row.filled('EffectiveCost'));
  const { list, contracted } = pricesOf(row);
  const provider = row.filled('ProviderName');
  return {
    ProviderName: provider,
    PublisherName: row.text('PublisherName') ?? provider,
    SubAccountId: row.text('SubAccountId'),
    ...optional('SubAccountName', row.text('SubAccountName')),
    ServiceName: row.text('ServiceName'),
    RegionId: row.text('RegionId'),
    ChargeCategory: row.word<Category>('ChargeCategory') as Category,
    ChargeClass: row.word('ChargeClass'),
    ChargeFrequency: row.word('ChargeFrequency'),
    ChargePeriodStart: row.time('ChargePeriodStart'),
    ChargePeriodEnd: row.time('ChargePeriodEnd'),
    BillingPeriodStart: row.time('BillingPeriodStart'),
    usage_type: row.text('x_UsageType') ?? row.text('SkuMeter') ?? row.text('SkuId'),
    platform: platformOf(row.object('SkuPriceDetails')),
    Tags: tagsOf(row.object('Tags')),
    ...commitmentOf(row),
    BilledCost: Number(row.filled('BilledCost')),
    EffectiveCost: effective,
    ListCost: list ?? contracted ?? effective,
    ContractedCost: contracted ?? list ?? effective,
    stated_list_cost: contracted === null ? 0 : (row.amount('ListCost') ?? 0),
    isUnpriced: list === null || contracted === null,
  };
}

/** The prices of a row that are known: 0 is none of usage that ran and cost something. */
function pricesOf(row: BillRow): Readonly<Record<'list' | 'contracted', number | null>> {
  const isUnused = row.word('CommitmentDiscountStatus') === 'Unused';
  const hasRun = row.word('ChargeCategory') === 'Usage' && !isUnused;
  const isCharged = ['EffectiveCost', 'BilledCost'].some((name) => Number(row.filled(name)) !== 0);
  const known = (price: number | null) => (price === 0 && hasRun && isCharged ? null : price);
  return { list: known(row.amount('ListCost')), contracted: known(row.amount('ContractedCost')) };
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
  return platform === null ? null : asText(platform);
}

function tagsOf(tags: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const known = Object.entries(tags).filter(([, value]) => value !== null);
  return Object.fromEntries(known.map(([key, value]) => [key, asText(value)]));
}

/** A value of JSON as the terminal shows it: objects and lists as JSON. */
function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Providers of equal cost are in the order of their names. */
function byCost(rows: readonly FocusRow[]): readonly FocusRow[] {
  const costs = new Map<string, number>();
  for (const { ProviderName = '', BilledCost = 0 } of rows) {
    costs.set(ProviderName, (costs.get(ProviderName) ?? 0) + BilledCost);
  }
  // Rounded, since sums of equal amounts in another order can differ by noise.
  const micros = (name: string) => Math.round((costs.get(name) ?? 0) * 1e6);
  const names = [...costs.keys()].sort(
    (one, other) => micros(other) - micros(one) || Number(one > other) - Number(one < other),
  );
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  const rankOf = ({ ProviderName = '' }: FocusRow) => ranks.get(ProviderName) ?? 0;
  return [...rows].sort((one, other) => rankOf(one) - rankOf(other));
}
