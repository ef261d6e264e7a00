import type { ChargesOptions } from '../../../src/focus/charges-options.js';
import { openCharges } from '../../../src/focus/open-charges.js';
import { readBill } from '../../../src/focus/tables/read-bill.js';
import type { BillTables } from '../../../src/focus/tables/tables.js';

/** Runs a statement in plain DuckDB. */
export async function runInDuckDb(sql: string): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(sql);
  connection.closeSync();
}

/** The tables of a bill, as the mock reads them from its files. */
export async function tablesIn(paths: readonly string[], options?: ChargesOptions): Promise<BillTables> {
  const charges = await openCharges(paths, options);
  return readBill(charges, (tables) => tables).finally(() => charges.close());
}
