import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { focusColumns } from '../columns.js';
import { columnNamed, type FileGroup } from '../files/file-groups.js';
import { identifier, literal } from '../sql.js';
import { columnTypes, readerSql, valueSql } from './rows-sql.js';

/**
 * Converts the rows of CSV files to Parquet, which is read many times faster, once for each statement.
 *
 * @param directory for the files
 * @returns the groups, those of CSV with the new file
 */
export async function storeCsv(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  directory: string,
): Promise<readonly FileGroup[]> {
  const stored: FileGroup[] = [];
  for (const [index, group] of groups.entries()) {
    const isCsv = group.format === 'csv';
    stored.push(
      isCsv ? await storeGroup(connection, group, join(directory, `rows-${index}.parquet`)) : group,
    );
  }
  return stored;
}

async function storeGroup(connection: DuckDBConnection, group: FileGroup, file: string): Promise<FileGroup> {
  const present = focusColumns.filter(({ name }) => columnNamed(group, name));
  const values = present.map(
    (column) => `${valueSql(group, column, 'strict')} AS ${identifier(column.name)}`,
  );
  await connection.run(
    `COPY (SELECT ${values.join(', ')} FROM ${readerSql(group)}) TO ${literal(file)} (FORMAT parquet, USE_TMP_FILE false)`,
  );
  const columns = present.map(({ name, kind }) => ({ name, type: columnTypes[kind] }));
  return { format: 'parquet', isGzipped: false, files: [file], columns };
}
