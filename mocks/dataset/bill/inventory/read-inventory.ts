import { readFileSync } from 'node:fs';
import { missingWords } from '../../../../src/focus/columns.js';
import { csvRecords } from '../../../../src/focus/files/csv.js';
import { statsOf } from '../../../../src/focus/files/stats-of.js';
import { FocusError, listed, otherCount, quoted, shortened } from '../../../../src/focus/focus-error.js';
import { nearest } from '../../../../src/text/nearest.js';
import type { Instant } from '../../calendar.js';
import type { PaymentOption } from '../../seed-data/types.js';

/** A row, and where it is. */
interface Row {
  readonly place: string;
  readonly values: Readonly<Partial<Record<string, unknown>>>;
}

const maxMegabytes = 64;
const paymentOptions: readonly PaymentOption[] = ['all_upfront', 'partial_upfront', 'no_upfront'];

/**
 * Reads an inventory of commitments: CSV with a header, or a JSON array of objects.
 *
 * @param providerIds by the names of the providers in the bill
 * @param categories of the commitments in the bill, by their ids
 * @throws {FocusError} if the file cannot be read, or a value is invalid
 */
export function readInventory(
  file: string,
  providerIds: ReadonlyMap<string, string>,
  categories: ReadonlyMap<string, InventoryEntry['category']>,
): readonly InventoryEntry[] {
  const text = textOf(file);
  const rows = /^\s*[[{]/.test(text) ? jsonRows(file, text) : csvRows(file, text);
  const entries = rows.map((row): InventoryEntry => {
    const entry = entryOf(row, providerIds);
    return { ...entry, quantity: quantity(row, categories.get(entry.id) ?? entry.category) };
  });
  const ids = new Set<string>();
  for (const [index, { id }] of entries.entries()) {
    if (ids.has(id))
      throw problem(rows[index] as Row, 'CommitmentDiscountId', `${quoted(id)} is listed twice`);
    ids.add(id);
  }
  return entries;
}

function textOf(file: string): string {
  const stats = statsOf(file);
  const refuse = (why: string) => new FocusError(`${file} ${why}. Give an inventory in CSV or JSON.`);
  if (!stats) throw refuse('does not exist');
  if (stats.isDirectory()) throw refuse('is a directory');
  if (stats.isCharacterDevice()) throw refuse('is a device');
  if (stats.size > maxMegabytes * 1_000_000) {
    throw new FocusError(`${file} is larger than ${maxMegabytes} MB, which no inventory is.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new FocusError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function csvRows(file: string, text: string): readonly Row[] {
  const [header = [], ...records] = csvRecords(text);
  if (header.length === 1 && /[;\t]/.test(header[0] ?? ''))
    throw new FocusError(`${file} is not separated by commas. Save it with commas.`);
  const names = header.map((name) => columnNamed(file, name.trim()));
  if (!names.includes('CommitmentDiscountId')) {
    throw new FocusError(
      `${file} has no column CommitmentDiscountId. Its columns are ${listed(header.map(shortened))}.`,
    );
  }
  return records.map((values, index) => {
    const place = `${file}, row ${index + 2}`;
    if (values.length !== names.length) {
      throw new FocusError(`${place}: ${otherCount(values.length, names.length)}`);
    }
    return { place, values: Object.fromEntries(names.map((name, column) => [name, values[column]])) };
  });
}

function jsonRows(file: string, text: string): readonly Row[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FocusError(`${file} is not JSON: ${(error as Error).message}.`);
  }
  if (!Array.isArray(rows)) throw new FocusError(`${file} is not an array of commitments.`);
  return rows.map((row: unknown, index) => {
    const place = `${file}, entry ${index + 1}`;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw new FocusError(`${place} is not an object with a CommitmentDiscountId.`);
    }
    const values = Object.entries(row).map(([name, value]) => [columnNamed(place, name), value]);
    return { place, values: Object.fromEntries(values) as Row['values'] };
  });
}

/** The column of a name in any letter case; names that start with `x_` are other programs' own. */
function columnNamed(place: string, name: string): string {
  const known = inventoryColumns.find((column) => column.toLowerCase() === name.toLowerCase());
  if (known !== undefined || /^x_/i.test(name)) return known ?? name;
  const near = nearest(name, inventoryColumns);
  const suggestion =
    near === undefined ? `The columns are ${inventoryColumns.join(', ')}.` : `Did you mean ${near}?`;
  throw new FocusError(`${place}: Unknown column ${quoted(name)}. ${suggestion}`);
}

function entryOf(row: Row, providerIds: ReadonlyMap<string, string>): Omit<InventoryEntry, 'quantity'> {
  const text = (column: InventoryColumn) => textValue(row, column);
  const id = text('CommitmentDiscountId');
  if (id === null) throw problem(row, 'CommitmentDiscountId', 'empty. Every commitment must have an id');
  const start = instant(row, 'Start');
  const end = instant(row, 'End');
  if (start !== null && end !== null && end < start)
    throw problem(row, 'End', 'before Start. A term ends after it starts');
  return {
    id,
    provider: providerIds.get(text('ProviderName') ?? '') ?? null,
    service: text('ServiceName'),
    account: text('SubAccountId'),
    region: text('RegionId'),
    category: category(row),
    type: text('CommitmentDiscountType'),
    name: text('CommitmentDiscountName'),
    state: text('State'),
    start,
    end,
    termMonths: numberValue(row, 'TermMonths', isCount, 'an integer of at least 1'),
    paymentOption: paymentOption(row),
  };
}

function problem({ place }: Row, column: InventoryColumn, what: string): FocusError {
  return new FocusError(`${place}, column ${column}: ${what}.`);
}

function textValue(row: Row, column: InventoryColumn): string | null {
  const value = row.values[column];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') {
    return missingWords.includes(String(value)) ? null : String(value);
  }
  throw problem(row, column, `${quoted(JSON.stringify(value))} is not a text`);
}

function numberValue(
  row: Row,
  column: InventoryColumn,
  fits: (value: number) => boolean,
  expected: string,
): number | null {
  const text = textValue(row, column);
  if (text === null) return null;
  const value = Number(text);
  if (/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text.trim()) && fits(value)) return value;
  throw problem(row, column, `${quoted(text)} is not ${expected}`);
}

/** Whole units of a reservation, or dollars an hour of a commitment to spend. */
function quantity(row: Row, category: InventoryEntry['category']): number | null {
  const orEmpty = 'Leave it empty if it is not known';
  return category === 'Spend'
    ? numberValue(row, 'Quantity', (value) => value >= 0.001, `at least 0.001 dollars an hour. ${orEmpty}`)
    : numberValue(row, 'Quantity', isCount, `an integer of at least 1. ${orEmpty}`);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

function instant(row: Row, column: InventoryColumn): number | null {
  const text = textValue(row, column);
  if (text === null) return null;
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const value = Date.parse(`${day}T${time ?? '00:00:00'}${zone ?? 'Z'}`);
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (isDay && !Number.isNaN(value)) return value;
  throw problem(row, column, `${quoted(text)} is not a date. Write dates such as 2026-06-15T00:00:00Z`);
}

/** In any letter case, as `No Upfront`, which some programs write. */
function paymentOption(row: Row): PaymentOption | null {
  const text = textValue(row, 'PaymentOption');
  if (text === null) return null;
  const name = text.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  const found = paymentOptions.find((option) => option === name);
  if (found !== undefined) return found;
  throw problem(row, 'PaymentOption', `${quoted(text)} is unknown. Write one of ${listed(paymentOptions)}`);
}

function category(row: Row): InventoryEntry['category'] {
  const column = 'CommitmentDiscountCategory';
  const text = textValue(row, column);
  if (text === null || text === 'Usage' || text === 'Spend') return text;
  throw problem(row, column, `${quoted(text)} is unknown. FOCUS allows Usage and Spend`);
}

/** The columns of an inventory file, as in `inventory.schema.json`. */
export const inventoryColumns = [
  'CommitmentDiscountId',
  'ProviderName',
  'ServiceName',
  'SubAccountId',
  'RegionId',
  'CommitmentDiscountCategory',
  'CommitmentDiscountType',
  'CommitmentDiscountName',
  'State',
  'Start',
  'End',
  'TermMonths',
  'PaymentOption',
  'Quantity',
] as const;

export type InventoryColumn = (typeof inventoryColumns)[number];

/** What a provider reports about a commitment beside its charges; null where it reports nothing. */
export interface InventoryEntry {
  /** The `CommitmentDiscountId` of its charges. */
  readonly id: string;
  /** The id of the provider; null if the inventory names no provider of the bill. */
  readonly provider: string | null;
  readonly service: string | null;
  readonly account: string | null;
  readonly region: string | null;
  readonly category: 'Usage' | 'Spend' | null;
  readonly type: string | null;
  readonly name: string | null;
  /** The state in the provider's words, such as `active`. */
  readonly state: string | null;
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly termMonths: number | null;
  readonly paymentOption: PaymentOption | null;
  /** Units of a reservation, or dollars an hour of a commitment to dollars. */
  readonly quantity: number | null;
}
