import { dirname } from 'node:path';
import { openDatabase } from '../duckdb.js';
import { identifier, literal } from '../sql.js';

/**
 * Converts a CSV file of this program to Parquet.
 *
 * @param columns the SQL type of each column, in their order
 * @throws {DuckDbMissingError}
 */
export async function csvToParquet(
  csv: string,
  parquet: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const { connection, close } = await openDatabase({ temporary: dirname(parquet), memoryLimit: '1GB' });
  const types = Object.entries(columns).map(([name, type]) => `${literal(name)}: ${literal(type)}`);
  try {
    const rows = `read_csv(${literal(csv)}, auto_detect = false, header = true, nullstr = '', columns = {${types.join(', ')}})`;
    const names = Object.keys(columns).map(identifier).join(', ');
    await connection.run(
      `COPY (SELECT ${names} FROM ${rows}) TO ${literal(parquet)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } finally {
    close();
  }
}
