import type { DuckDBConnection } from '@duckdb/node-api';
import { textRows } from '../duckdb.js';
import { FocusError } from '../focus-error.js';
import { lines } from '../rows/day-sums.js';
import { literals } from '../sql.js';
import type { FileGroup } from './file-groups.js';

/**
 * Compares the number of rows that were read with those that the ends of the Parquet files state.
 *
 * @param groups of Parquet files only
 * @throws {FocusError} if they differ
 */
export async function refuseLostParquetRows(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<void> {
  const files = groups.flatMap((group) => group.files);
  const stated = `SELECT file_name, num_rows FROM parquet_file_metadata(${literals(files)})`;
  const [[all, read] = []] = await textRows(
    connection,
    `SELECT (SELECT sum(num_rows) FROM (${stated})), sum(row_count) FROM ${lines}`,
  );
  if (all === read) return;
  for (const file of files) {
    const [[rows, found] = []] = await textRows(
      connection,
      `SELECT num_rows, (SELECT count("ChargePeriodStart") FROM read_parquet(${literals([file])})) FROM parquet_file_metadata(${literals([file])})`,
    );
    if (found !== rows)
      throw new FocusError(
        `${file} states ${rows} rows, but ${found} could be read. Export or copy the file again.`,
      );
  }
  throw new FocusError(`The files state ${all} rows, but ${read} could be read. Export the bill again.`);
}
