import { readFileSync } from 'node:fs';
import { nearest } from '../../text/nearest.js';
import { missingWords } from '../columns.js';
import { csvRecords } from '../files/csv.js';
import { statsOf } from '../files/stats-of.js';
import { FocusError, listed, otherCount, problemAt, quoted, shortened } from '../focus-error.js';
import { dateProblem } from '../problems/first-problem.js';

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

const categories = ['Usage', 'Spend'] as const;
const paymentOptions = ['all_upfront', 'partial_upfront', 'no_upfront'] as const;

/** What a provider reports about a commitment beside its charges; null where it reports nothing. */
export interface InventoryEntry {
  /** The `CommitmentDiscountId` of its charges. */
  readonly id: string;
  /** The id of the provider; null if the inventory names no provider of the bill. */
  readonly provider: string | null;
  readonly service: string | null;
  readonly account: string | null;
  readonly region: string | null;
  readonly category: (typeof categories)[number] | null;
  readonly type: string | null;
  readonly name: string | null;
  /** The state in the provider's words, such as `active`. */
  readonly state: string | null;
  /** Milliseconds since 1970. */
  readonly start: number | null;
  readonly end: number | null;
  readonly termMonths: number | null;
  readonly paymentOption: (typeof paymentOptions)[number] | null;
  /** Units of a reservation, or dollars an hour of a commitment to dollars. */
  readonly quantity: number | null;
}

/** A row, and where it is. */
interface Row {
  readonly place: string;
  readonly values: Readonly<Partial<Record<string, unknown>>>;
}

const maxMegabytes = 64;

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
  const entries = new Map<string, InventoryEntry>();
  for (const row of rows) {
    const entry = entryOf(row, providerIds, categories);
    if (entries.has(entry.id))
      throw problemAt(row.place, 'CommitmentDiscountId', `${quoted(entry.id)} is listed twice`);
    entries.set(entry.id, entry);
  }
  return [...entries.values()];
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

function entryOf(
  row: Row,
  providerIds: ReadonlyMap<string, string>,
  billed: ReadonlyMap<string, InventoryEntry['category']>,
): InventoryEntry {
  const text = (column: InventoryColumn) => textIn(row, column);
  /** A value as `parse` understands it; refused with a problem if it does not. */
  const value = <T>(column: InventoryColumn, parse: (text: string) => T | undefined, problem: Problem) => {
    const written = text(column);
    const understood = written === null ? null : parse(written);
    if (understood !== undefined) return understood;
    throw problemAt(row.place, column, problem(written as string));
  };
  const id = text('CommitmentDiscountId');
  if (id === null)
    throw problemAt(row.place, 'CommitmentDiscountId', 'empty. Every commitment must have an id');
  const [start, end] = [value('Start', instantOf, dateProblem), value('End', instantOf, dateProblem)];
  if (start !== null && end !== null && end < start)
    throw problemAt(row.place, 'End', 'before Start. A term ends after it starts');
  const category = value(
    'CommitmentDiscountCategory',
    (written) => categories.find((one) => one === written),
    (written) => `${quoted(written)} is unknown. FOCUS allows Usage and Spend`,
  );
  const orEmpty = 'Leave it empty if it is not known';
  return {
    id,
    provider: providerIds.get(text('ProviderName') ?? '') ?? null,
    service: text('ServiceName'),
    account: text('SubAccountId'),
    region: text('RegionId'),
    category,
    type: text('CommitmentDiscountType'),
    name: text('CommitmentDiscountName'),
    state: text('State'),
    start,
    end,
    termMonths: value('TermMonths', countOf, isNot(integer)),
    paymentOption: value(
      'PaymentOption',
      paymentOptionOf,
      (written) => `${quoted(written)} is unknown. Write one of ${listed(paymentOptions)}`,
    ),
    // Whole units of a reservation, or dollars an hour of a commitment to spend.
    quantity:
      (billed.get(id) ?? category) === 'Spend'
        ? value('Quantity', dollarsOf, isNot(`at least 0.001 dollars an hour. ${orEmpty}`))
        : value('Quantity', countOf, isNot(`${integer}. ${orEmpty}`)),
  };
}

/** Describes a text that cannot be a value of a column. */
type Problem = (text: string) => string;

const isNot =
  (expected: string): Problem =>
  (text) =>
    `${quoted(text)} is not ${expected}`;

function textIn({ place, values }: Row, column: InventoryColumn): string | null {
  const value = values[column] ?? null;
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') {
    return missingWords.includes(String(value)) ? null : String(value);
  }
  throw problemAt(place, column, isNot('a text')(JSON.stringify(value)));
}

function numberOf(text: string): number {
  return /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
}

const integer = 'an integer of at least 1';

function countOf(text: string): number | undefined {
  const value = numberOf(text);
  return Number.isInteger(value) && value >= 1 ? value : undefined;
}

function dollarsOf(text: string): number | undefined {
  const value = numberOf(text);
  return value >= 0.001 ? value : undefined;
}

function instantOf(text: string): number | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const value = Date.parse(`${day}T${time ?? '00:00:00'}${zone ?? 'Z'}`);
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isDay && !Number.isNaN(value) ? value : undefined;
}

/** In any letter case, as `No Upfront`, which some programs write. */
function paymentOptionOf(text: string): InventoryEntry['paymentOption'] | undefined {
  const name = text.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  return paymentOptions.find((option) => option === name);
}
