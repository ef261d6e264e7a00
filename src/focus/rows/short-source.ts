import { type FocusColumn, focusColumns } from '../columns.js';
import { columnNamed, type FileGroup } from '../files/file-groups.js';
import { identifier, literals } from '../sql.js';
import type { ProviderName } from './charges-sql.js';
import { chargeColumnsSql, chargesSql } from './charges-sql.js';
import { missingWords, readerSql, valueSql } from './rows-sql.js';

/**
 * Selects the columns of the view `charges` that a statement uses. It is for people: it reads the same values as the
 * view if the session's time zone is UTC.
 */
export function shortSourceSql(
  groups: readonly FileGroup[],
  providers: readonly ProviderName[],
  statement: string,
): string {
  const columns = chargeColumnsSql(providers).filter((column) => {
    const name = /(\w+)"?$/.exec(column)?.[1] ?? '';
    return new RegExp(`\\b${name}\\b`).test(statement);
  });
  const used = focusColumns.filter(({ name }) => columns.some((column) => column.includes(identifier(name))));
  const rows = groups.map((group) => {
    const values = used.map((column) => `${shortValueSql(group, column)} AS ${identifier(column.name)}`);
    return `SELECT ${values.join(', ')} FROM ${shortReaderSql(group)}`;
  });
  const isText = groups.every(({ format }) => format !== 'parquet');
  const sql = chargesSql(rows.join(' UNION ALL '), columns).replaceAll(/\s+/g, ' ');
  // The reader of text returns NULL for an empty field.
  const shorter = isText ? sql.replaceAll(/NULLIF\(("\w+"), ''\)/g, '$1') : sql;
  return shorter.replaceAll(/("\w+") AS \1/g, '$1');
}

function shortReaderSql(group: FileGroup): string {
  if (group.format === 'parquet') return readerSql(group);
  return `read_csv(${literals(group.files)}, all_varchar = true, nullstr = ${literals(missingWords)})`;
}

function shortValueSql(group: FileGroup, column: FocusColumn): string {
  const source = columnNamed(group, column.name);
  if (source?.type !== 'VARCHAR') return valueSql(group, column, 'strict');
  if (column.kind === 'time') return `CAST(${identifier(source.name)} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'`;
  return column.kind === 'text' ? identifier(source.name) : valueSql(group, column, 'strict');
}
