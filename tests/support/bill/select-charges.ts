import type { ChargesOptions } from '../../../src/focus/charges-options.js';
import { openCharges } from '../../../src/focus/open-charges.js';
import { runInDuckDb } from './duckdb.js';
import { csvOf, type FocusRow, temporaryFiles, usage } from './focus-files.js';

export const files = temporaryFiles();

/** Opens an export and selects from `charges`. */
export async function select(paths: string | readonly string[], columns: string, options?: ChargesOptions) {
  const charges = await openCharges(typeof paths === 'string' ? [paths] : paths, options);
  try {
    const sql = `SELECT ${columns} FROM charges ORDER BY ALL`;
    return (await charges.connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    charges.close();
  }
}

export async function selectCsv(rows: readonly FocusRow[], columns: string, options?: ChargesOptions) {
  return select(files.write('bill.csv', csvOf(rows)), columns, options);
}

export async function infoOf(...paths: string[]) {
  const charges = await openCharges(paths);
  charges.close();
  return charges.info;
}

/** Writes a Parquet file with DuckDB. */
export async function parquet(name: string, select: string): Promise<string> {
  await runInDuckDb(`COPY (${select}) TO '${files.path(name)}' (FORMAT parquet)`);
  return files.path(name);
}

/** A statement that selects a row of an export, for Parquet files. */
export function selectRow(row: Readonly<Record<string, string>> = {}): string {
  const values = Object.entries(usage).map(([name, value]) => [
    name,
    value === null ? 'NULL::VARCHAR' : `'${value}'`,
  ]);
  const types = Object.fromEntries([...values, ...Object.entries(row)]);
  return `SELECT ${Object.entries(types)
    .map(([name, value]) => `${value} AS "${name}"`)
    .join(', ')}`;
}
