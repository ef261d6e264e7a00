import type { DuckDBConnection } from '@duckdb/node-api';
import { interruptOn, textRows } from '../duckdb.js';
import { type CsvFile, countLines, csvFilesOf, type LineCount } from '../files/csv-lines.js';
import { countRows } from '../files/csv-rows.js';
import type { FileGroup } from '../files/file-groups.js';
import { FocusError } from '../focus-error.js';
import { explained, explaining } from '../problems/explained.js';
import { readerSql } from './rows-sql.js';
import { storeCsv } from './store-csv.js';

/**
 * Stores the rows of CSV files, and compares their number with that of the rows in the files, since DuckDB ends some
 * damaged files early and without an error.
 *
 * @returns the groups, those of CSV with a new file
 * @throws {FocusError} if a file was not read as a whole
 */
export async function storeWholeCsv(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  directory: string,
  signal?: AbortSignal,
): Promise<readonly FileGroup[]> {
  const stop = new AbortController();
  const stopInterrupts = interruptOn(stop.signal, connection);
  const [lines, stored] = await Promise.allSettled([
    linesOf(csvFilesOf(groups), signal).catch((error) => {
      stop.abort();
      throw error;
    }),
    storeCsv(connection, groups, directory),
  ]);
  stopInterrupts();
  // Before what DuckDB reports, since a row that is too long is the cause of that.
  if (lines.status === 'rejected') throw lines.reason;
  if (stored.status === 'rejected') throw await explained(connection, groups, stored.reason);
  if (!isWhole(lines.value, stored.value.rows)) {
    await refuseLostRows(connection, groups, { stored: stored.value.rows, signal });
  }
  return stored.value.groups;
}

async function linesOf(files: readonly CsvFile[], signal?: AbortSignal): Promise<readonly LineCount[]> {
  const counts: LineCount[] = [];
  for (const file of files) counts.push(await countLines(file, signal));
  return counts;
}

/** Whether each line is a row that was read. Otherwise rows of several lines must be counted, which takes longer. */
function isWhole(counts: readonly LineCount[], rows: number): boolean {
  const all = counts.reduce((sum, { lines }) => sum + Math.max(0, lines - 1), 0);
  return all === rows && !counts.some(({ mayBeMore }) => mayBeMore);
}

async function refuseLostRows(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  { stored, signal }: { readonly stored: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  let all = 0;
  for (const file of csvFilesOf(groups)) all += (await countRows(file, 0, signal)).rows;
  if (all === stored) return;
  for (const group of groups.filter(({ format }) => format === 'csv')) {
    for (const path of group.files) await refuseLostRowsOf(connection, group, { path, signal });
  }
  throw new FocusError(`${stored} of ${all} rows of CSV could be read. Export the bill again, as Parquet.`);
}

async function refuseLostRowsOf(
  connection: DuckDBConnection,
  group: FileGroup,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const count = `SELECT count(*) FROM ${readerSql(group, [path])}`;
  const [[read] = []] = await explaining(connection, [group], textRows(connection, count));
  const found = Number(read);
  const { rows, next } = await countRows({ ...group, path }, found, signal);
  if (rows === found) return;
  const place = next === null ? '' : `; row ${found + 2} starts at byte ${next}`;
  throw new FocusError(
    `${path}: ${found} of ${rows} rows could be read${place}. Export or copy the file again, or as Parquet.`,
  );
}
