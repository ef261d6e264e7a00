import { groupBy } from '../../../src/group-by.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { show } from '../../engine/show.js';
import { rowsOf } from '../checks/shared/exchange-data.js';
import { added, type ComparedFigure, type Comparison, plain } from './comparison.js';
import type { Days } from './days.js';
import type { Formula } from './formulas.js';
import { namesOf, shownValue } from './groups.js';
import type { ExpectedRow, KnownBill } from './known-bill.js';
import type { ProviderBill } from './provider-bills.js';
import type { Group, Query } from './queries/query.js';

/** A row of the table of figures: a field of a response, and what the bill has for it. */
export interface Figure extends Pick<ComparedFigure, 'basis' | 'deviation' | 'possibleTerms' | 'slack'> {
  /** The path of the field in its object. */
  readonly field: string;
  readonly is: Formula;
  /** `known` if null is a violation, `shown` if also a missing field is; never of a commitment that is not active. */
  readonly required?: 'known' | 'shown';
  /** Which rows require it; default: all. */
  readonly requiredIf?: (from: ExpectedRow, row: any) => boolean;
  /** Which rows determine it; default: all. */
  readonly when?: (from: ExpectedRow, row: any) => boolean;
  /** What else depends on the rows. */
  readonly more?: (from: ExpectedRow, row: any) => Partial<ComparedFigure>;
}

/** Objects in a response, and the groups of the bill that they are. */
export interface Table {
  /** Their path in `data`: `items[]` are those in a list, `totals` is a single one. Default: `data` itself. */
  readonly path?: string | undefined;
  /** The objects; default: those at the path. */
  readonly rows?: readonly any[];
  /** Its groups are those of the objects; a single one has none. */
  readonly query: Query;
  /** The field of each group by which an item is found; default: for each group the field of its name. */
  readonly keys?: Readonly<Record<string, string>>;
  /** The rows of the query; default: all. */
  readonly expected?: readonly ExpectedRow[];
  readonly figures: readonly Figure[];
  /**
   * What is compared of several items of one group: by default the first one; their sum; nothing if it is `only` one that
   * determines the group; and if it must be a `single` one, they are reported like none.
   */
  readonly pick?: 'only' | 'single' | 'sum';
  /** The amount of a group of which at least a cent must be listed; default: none must be. */
  readonly missing?: Formula;
  /** Which groups need not be listed. */
  readonly mayLack?: (group: Group) => boolean;
  /** Whether a group that is not listed is 0. */
  readonly isZeroIfAbsent?: true;
  /** Whether an item that the bill does not have is reported if it costs something, or compared with 0. */
  readonly extra?: 'reported' | 'zero';
  /** The figures by which the list may be in descending order; default: none. */
  readonly order?: readonly string[];
  /** What follows the name of a figure in messages; default: its group. */
  readonly about?: string | undefined;
  /** Compares what the items of a group contain. */
  readonly each?: (items: readonly any[], from: ExpectedRow) => void | Promise<void>;
}

/** A response, and what it is compared with. */
export interface Read {
  readonly bill: KnownBill;
  readonly comparison: Comparison;
  /** Commitments that need not have figures. */
  readonly inactive: ReadonlySet<unknown>;
  /** The provider whose names the response has; null if groups have the values of the bill. */
  readonly provider: ProviderBill | null;
  /** The days that its figures are of. */
  readonly days: Days;
  readonly exchange: CompleteExchange;
  /** The data of the response. */
  readonly data: any;
}

interface ComparedRow {
  /** An object of the response, or several of which the figures are the sum. */
  readonly rows: readonly any[];
  readonly from: ExpectedRow;
  /** Where the objects are. */
  readonly path?: string | undefined;
  readonly about?: string | undefined;
}

/** The values of these groups are compared as they are. Names of others can have another spelling. */
const exact = new Set(['id', 'date', 'period']);

/** Returns the value at a path of an object. */
function valueAt(row: any, path: string): any {
  return path.split('.').reduce((value, name) => value?.[name], row);
}

/** Returns the name of a group after a preposition. */
export function aboutOf({ id, date, ...group }: Group, preposition = 'of'): string {
  const names = Object.entries(group).map(([name, value]) => `${name} ${shownValue(value)}`);
  const owner = [...(id === undefined ? [] : [shownValue(id)]), ...names].join(' and ');
  const on =
    date === undefined ? '' : ` ${owner || preposition === 'of' ? 'on' : preposition} ${shownValue(date)}`;
  return `${owner && ` ${preposition} ${owner}`}${on}`;
}

/** Compares fields of a response with a row of the bill. */
export function compareFigures(
  { comparison, inactive, days, exchange }: Pick<Read, 'comparison' | 'inactive' | 'days' | 'exchange'>,
  figures: readonly Figure[],
  { rows, from, path = '', about = aboutOf(from.group) }: ComparedRow,
): void {
  for (const { field, is, required, requiredIf, when, more, ...figure } of figures) {
    if (when && !when(from, rows[0])) continue;
    const values = rows.map((row) => valueAt(row, field));
    const actual = values.length === 1 ? values[0] : added(values);
    const expected = is(from, days, actual);
    const isLacking = required === 'shown' || (required === 'known' && actual === null);
    comparison.figure({
      ...{ name: `\`${path && `${path}.`}${field}\`${about}`, actual, exchange, terms: values.length },
      isRequired: isLacking && !inactive.has(from.group.id) && (requiredIf?.(from, rows[0]) ?? true),
      ...expected,
      slack: (expected.slack ?? 0) * values.length,
      ...figure,
      ...more?.(from, rows[0]),
    });
  }
}

/** Compares objects of a response with the groups of the bill. */
export async function compareTable(read: Read, table: Table): Promise<void> {
  const { bill } = read;
  const { path = '', query, pick, about } = table;
  const expected = table.expected ?? (await bill.expected(query));
  const rows = table.rows ?? rowsAt(read.data, path);
  const keys = await keysOf(read, { ...table, rows, expected });
  const rowKeys = new Map(rows.map((row) => [row, keys.ofRow(row)]));
  const keyOf = (row: any) => rowKeys.get(row) ?? '';
  const shown = groupBy(rows, keyOf);
  const known = new Map(expected.map((from) => [keys.ofGroup(from.group), from]));
  for (const [key, from] of known) {
    const items = shown.get(key) ?? (table.isZeroIfAbsent ? [noneOf(table.figures)] : []);
    const compared = pick === 'sum' ? items : items.slice(0, 1);
    const areMany = items.length > 1;
    if (compared.length === 0 || (pick === 'single' && areMany)) reportMissing(read, table, from);
    else if (pick !== 'only' || !areMany) {
      compareFigures(read, table.figures, { rows: compared, from, path, about });
      await table.each?.(items, from);
    }
    if (areMany && table.extra === 'zero') compareExtra(read, table, items.slice(1));
  }
  for (const [key, items] of shown) if (!known.has(key)) compareExtra(read, table, items);
  // A group with several items may have them anywhere.
  if (!table.order || (pick && shown.size < rows.length)) return;
  const inOrder = rows.map((row) => known.get(keyOf(row)));
  compareOrder(read, table, inOrder);
}

function noneOf(figures: readonly Figure[]): any {
  return Object.fromEntries(figures.map(({ field }) => [field, 0]));
}

/** Returns the objects at a path such as `totals`, `items[]` or `services[].days[]`. */
function rowsAt(data: any, path: string): readonly any[] {
  const [first = '', ...rest] = path.split('[]');
  const value = first === '' ? data : valueAt(data, first.replace(/^\./, ''));
  return rest.length === 0 ? [value] : rowsOf(value).flatMap((row) => rowsAt(row, rest.join('[]')));
}

/** Names the list whose items are at a path. */
const listAt = (path: string) => `\`${path.replace(/\[\]$/, '')}\``;

/** Reports a group that is not listed, if it has at least a cent. */
export function reportMissing(
  { comparison, days, exchange }: Pick<Read, 'comparison' | 'days' | 'exchange'>,
  { path = '', missing, mayLack }: Pick<Table, 'path' | 'missing' | 'mayLack'>,
  from: ExpectedRow,
  group = from.group,
): void {
  const { expected = 0, formula, figures = [] } = missing?.(from, days) ?? {};
  if (Math.abs(expected ?? 0) < 0.01 || mayLack?.(group)) return;
  comparison.violation({
    ...{ message: `${listAt(path)} has no entry${aboutOf(group, 'for')}.`, actual: 'no entry' },
    expected: formula === undefined ? plain(expected ?? 0) : `${plain(expected ?? 0)} = ${formula}`,
    ...{ from: { rows: from.rows, sql: from.sqlFor(figures) }, exchange },
  });
}

/** Compares items of a group that the bill does not have. */
function compareExtra(read: Read, table: Table, items: readonly any[]): void {
  const { bill, comparison, exchange } = read;
  const { path = '', query, keys = {}, extra, figures, expected = [] } = table;
  const of = (name: string) => valueAt(items[0], keys[name] ?? name) ?? null;
  const group = { ...expected[0]?.group };
  for (const name of Object.keys(table.keys ?? query.groupBy ?? {})) group[name] = of(name);
  const from = bill.none(query, group);
  if (extra === 'zero') compareFigures(read, figures, { rows: items, from, path });
  if (extra !== 'reported') return;
  const cost = added(items.map((item) => valueAt(item, figures[0]?.field ?? '')));
  if (typeof cost !== 'number' || Math.abs(cost) < 0.01) return;
  const message = `${listAt(path)} has an entry${aboutOf(from.group, 'for')}, which the bill does not have.`;
  comparison.violation({ message, actual: show(cost), expected: 'no such entry', from, exchange });
}

/** Returns what computes equal keys for items of a list and groups of the bill. */
async function keysOf(
  { bill, provider }: Read,
  { query: { groupBy: by = {} }, keys, rows = [], expected = [] }: Table,
): Promise<{ ofRow(row: any): string; ofGroup(group: Group): string }> {
  const names = Object.keys(keys ?? by);
  const shownIn = (row: any, name: string) => valueAt(row, keys?.[name] ?? name);
  const readers = names.map(async (name) => {
    if (name === 'date') return dateIn(new Set(expected.map(({ group }) => group.date)));
    if (provider === null || exact.has(name)) return (value: unknown) => (value ? String(value) : null);
    const shown = rows.map((row) => shownIn(row, name));
    const known = await namesOf(bill, by[name] ?? '', provider, shown);
    return (value: unknown) => (known.of(value) === undefined ? String(value) : known.of(value));
  });
  const read = await Promise.all(readers);
  return {
    ofRow: (row) => JSON.stringify(names.map((name, i) => read[i]?.(shownIn(row, name)))),
    ofGroup: (group) => JSON.stringify(names.map((name) => group[name] ?? null)),
  };
}

/** A server may write a month as its first day, and a day as its first moment. */
function dateIn(dates: ReadonlySet<unknown>): (date: unknown) => string {
  return (date) => {
    const text = String(date);
    const forms = [text, text.slice(0, 10), /^\d{4}-\d\d-01/.test(text) ? text.slice(0, 7) : text];
    return forms.find((form) => dates.has(form)) ?? text;
  };
}

/**
 * Reports a row after a smaller one. The order of amounts that are equal when rounded is open, and that of negative
 * amounts, which are not large.
 *
 * @param shown the rows of the bill that the items are from, in their order; undefined for an unknown item
 */
function compareOrder(
  { comparison, exchange }: Read,
  { path = '', order: figures = [] }: Table,
  shown: readonly (ExpectedRow | undefined)[],
): void {
  const rows = shown.filter((row) => row !== undefined);
  const rises = figures.map((figure) => firstRise(rows, figure));
  const [[before, row] = []] = rises;
  if (!before || !row || !rises.every((rise) => rise !== undefined)) return;
  const describe = ({ group, figures: values }: ExpectedRow) =>
    `${Object.values(group).map(shownValue).join(', ')} (${plain(values[figures[0] ?? ''] ?? 0)})`;
  comparison.violation({
    message: `${listAt(path)} is not in descending order of the bill's amounts.`,
    ...{ actual: `${describe(before)} first`, expected: `${describe(row)} before ${describe(before)}` },
    ...{ from: row, exchange },
  });
}

/** Returns the first row that is larger than the one before it, after that one. */
function firstRise(rows: readonly ExpectedRow[], figure: string): readonly ExpectedRow[] | undefined {
  const amountOf = (row: ExpectedRow | undefined) => row?.figures[figure] ?? 0;
  const positive = rows.filter((row) => amountOf(row) > 0);
  const at = positive.findIndex((row, i) => i > 0 && exceeds(amountOf(row), amountOf(positive[i - 1])));
  return at < 1 ? undefined : positive.slice(at - 1, at + 1);
}

/** Whether an amount is larger than another by more than the rounding of both. */
function exceeds(amount: number, other: number): boolean {
  return amount - other > 0.011 + 2e-9 * amount;
}
