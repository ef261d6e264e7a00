import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { focusColumns } from '../columns.js';
import { textRows } from '../duckdb.js';
import { type FileGroup, sourcesOf } from '../files/file-groups.js';
import { identifier, literal } from '../sql.js';
import { columnTypes, readerSql, valueSql } from './rows-sql.js';

/** The column with the path of the file, where several are stored in one. */
export const fileNameColumn = 'path of the file, not of the export';

/** What was stored. */
export interface StoredCsv {
  /** Those of CSV have the new file. */
  readonly groups: readonly FileGroup[];
  /** How many rows of CSV DuckDB has read. */
  readonly rows: number;
}

/**
 * Converts the rows of CSV files to Parquet, which is read many times faster, once for each statement.
 *
 * @param directory for the files
 */
export async function storeCsv(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  directory: string,
): Promise<StoredCsv> {
  const stored: FileGroup[] = [];
  let rows = 0;
  for (const [index, group] of groups.entries()) {
    if (group.format === 'csv') {
      const written = await storeGroup(connection, group, join(directory, `rows-${index}.parquet`));
      stored.push(written.group);
      rows += written.rows;
    } else stored.push(group);
  }
  return { groups: stored, rows };
}

async function storeGroup(
  connection: DuckDBConnection,
  group: FileGroup,
  file: string,
): Promise<{ readonly group: FileGroup; readonly rows: number }> {
  const present = focusColumns.filter((column) => sourcesOf(group, column).length > 0);
  const values = present.map(
    (column) => `${valueSql(group, column, 'strict')} AS ${identifier(column.name)}`,
  );
  const isOne = group.files.length === 1;
  const named = isOne ? values : [...values, identifier(fileNameColumn)];
  const reader = isOne
    ? readerSql(group)
    : readerSql(group, group.files, `filename = ${literal(fileNameColumn)}`);
  const [[rows] = []] = await textRows(
    connection,
    `COPY (SELECT ${named.join(', ')} FROM ${reader}) TO ${literal(file)} (FORMAT parquet, USE_TMP_FILE false)`,
  );
  const columns = present.map(({ name, kind }) => ({ name, type: columnTypes[kind] }));
  return { group: { format: 'parquet', isGzipped: false, files: [file], columns }, rows: Number(rows) };
}
