import { expect, test } from 'vitest';
import { expectRefusal, runCommand } from '../tests/support/command/command-io.js';

const run = (engine: string, source: string) =>
  runCommand(['data', 'sql', '--engine', engine, '--source', source]);

test.each([
  ['duckdb', 'exports/*.parquet', "read_parquet(['exports/*.parquet']"],
  ['spark', 'parquet.`exports/*.parquet`', 'FROM parquet.`exports/*.parquet`'],
  ['trino', 'hive.billing.focus_export', 'FROM hive.billing.focus_export'],
  ['clickhouse', "file('exports/*.parquet')", "FROM file('exports/*.parquet')"],
])('prints a statement in which %s reads %s', async (engine, source, sql) => {
  const { code, stdout } = await run(engine, source);
  expect(code).toBe(0);
  expect(stdout).toContain(sql);
});

test.each([
  ['spark', 'exports/*.parquet', 'Give a table, or for files: '],
  ['trino', 'bill.csv', 'Give a table of a connector that reads the files.'],
  ['clickhouse', 'bill.csv.gz', 'Give a table, or for files: '],
  ['duckdb', ' ', '--source is empty. Give the table of the export.'],
])('refuses a source that %s cannot read: %s', async (engine, source, message) => {
  expectRefusal(await run(engine, source), message);
});
