import type { Engine, FocusVersion, MapColumn } from '../src/focus/rows/compact-engines.js';
import { compactSql } from '../src/focus/rows/compact-sql.js';
import { type CommandIo, UsageError } from './command.js';

export interface DataSqlOptions {
  readonly engine: Engine;
  readonly source: string;
  readonly focus: FocusVersion;
  readonly maps?: readonly MapColumn[];
  readonly xUsageType?: boolean;
}

/** What each engine reads instead of a path, which only DuckDB reads as a table. */
const tables: Readonly<Record<Exclude<Engine, 'duckdb'>, string>> = {
  spark: "a table, or for files: 'parquet.`exports/*.parquet`'",
  trino: 'a table of a connector that reads the files',
  clickhouse: `a table, or for files: "file('exports/*.parquet')"`,
};

/**
 * Prints the statement that aggregates a FOCUS export to the compact form.
 *
 * @throws {UsageError} if the engine cannot read the source
 */
export async function runDataSql(
  { engine, source, focus, maps = [], xUsageType = false }: DataSqlOptions,
  { stdout }: CommandIo,
): Promise<number> {
  checkSource(engine, source);
  stdout.write(compactSql({ engine, source, version: focus, maps, hasUsageType: xUsageType }));
  return 0;
}

function checkSource(engine: Engine, source: string): void {
  if (source.trim() === '') throw new UsageError('--source is empty. Give the table of the export.');
  const isPath = /^[^\s()`'"]+\.(csv|parquet)(\.gz)?$/i.test(source);
  if (engine === 'duckdb' || !isPath) return;
  throw new UsageError(
    `--source ${source} is a path, which ${engine} does not read as a table. Give ${tables[engine]}.`,
  );
}
