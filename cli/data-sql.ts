import type { Engine, FocusVersion, MapColumn } from '../src/focus/rows/compact-engines.js';
import { compactSql } from '../src/focus/rows/compact-sql.js';
import type { CommandIo } from './command.js';

export interface DataSqlOptions {
  readonly engine: Engine;
  readonly source: string;
  readonly focus: FocusVersion;
  readonly maps?: readonly MapColumn[];
  readonly xUsageType?: boolean;
}

/** Prints the statement that aggregates a FOCUS export to the compact form. */
export async function runDataSql(
  { engine, source, focus, maps = [], xUsageType = false }: DataSqlOptions,
  { stdout }: CommandIo,
): Promise<number> {
  stdout.write(compactSql({ engine, source, version: focus, maps, hasUsageType: xUsageType }));
  return 0;
}
