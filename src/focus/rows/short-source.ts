import { type FocusColumn, focusColumns } from '../columns.js';
import { type FileGroup, sourcesOf } from '../files/file-groups.js';
import { identifier } from '../sql.js';
import { chargeColumns, type ProviderName } from './charges-sql.js';
import {
  columnTypes,
  csvReaderSql,
  objectSql,
  readerSql,
  valueSql,
  withoutMissing,
  withSeconds,
} from './rows-sql.js';

/** What the printed statement is written for. */
export interface ShortSource {
  readonly groups: readonly FileGroup[];
  readonly providers: readonly ProviderName[];
  /** Whether any JSON object is written as a list of keys and values. */
  readonly hasLists: boolean;
}

/**
 * Returns a function that selects the columns of the view `charges` that a statement uses. What it returns is for people: it
 * reads the same values as the view if the session's time zone is UTC.
 */
export function shortSourceOf({ groups, providers, hasLists }: ShortSource): (statement: string) => string {
  const isText = groups.every(({ format }) => format !== 'parquet');
  const as = (sql: string, name: string) => {
    const known = hasLists ? sql : withoutLists(sql);
    return named(isText ? simplified(known) : known, name);
  };
  const charges = Object.entries(chargeColumns(providers)).map(([name, sql]) => ({
    // Bounded: the name of a column is a constant word.
    word: new RegExp(`\\b${name}\\b`),
    selected: as(sql, name),
    sources: new Set(focusColumns.filter((column) => sql.includes(identifier(column.name)))),
  }));
  const sources = groups.map((group) => ({
    reader: shortReaderSql(group),
    selected: focusColumns.map((column) => [column, as(shortValueSql(group, column), column.name)] as const),
  }));
  return (statement) => {
    const used = charges.filter(({ word }) => word.test(statement));
    const rows = sources.map(({ reader, selected }) => {
      const values = selected.filter(([column]) => used.some((charge) => charge.sources.has(column)));
      return `SELECT ${values.map(([, value]) => value).join(', ')} FROM ${reader}`;
    });
    return `SELECT ${used.map(({ selected }) => selected).join(', ')} FROM (${rows.join(' UNION ALL ')})`;
  };
}

function named(sql: string, name: string): string {
  return sql === identifier(name) ? sql : `${sql} AS ${identifier(name)}`;
}

function withoutLists(sql: string): string {
  return focusColumns.reduce((simple, { name, kind }) => {
    const value = withoutMissing(identifier(name));
    return kind === 'object' ? simple.replaceAll(objectSql(value), value) : simple;
  }, sql);
}

/** The reader of text returns NULL for a missing value. */
function simplified(sql: string): string {
  return focusColumns.reduce((simple, { name }) => {
    const value = identifier(name);
    return simple.replaceAll(withoutMissing(value), value);
  }, sql);
}

function shortReaderSql(group: FileGroup): string {
  if (group.format === 'parquet') return readerSql(group);
  return csvReaderSql(group, ['all_varchar = true']);
}

function shortValueSql(group: FileGroup, column: FocusColumn): string {
  const [source, ...others] = sourcesOf(group, column);
  if (others.length > 0 || source?.type !== 'VARCHAR') return valueSql(group, column, 'strict');
  const value = identifier(source.name);
  const filled = group.format === 'csv' ? value : withoutMissing(value);
  if (column.kind === 'number') return `CAST(${filled} AS ${columnTypes.number})`;
  if (column.kind === 'time') return `CAST(${withSeconds(filled)} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'`;
  return value;
}
