import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChargesInfo } from './charges-info.js';
import { chargeColumnsSql, chargesSql, type ProviderName } from './charges-sql.js';
import { checkRows } from './check-rows.js';
import { daySumsSql } from './day-sums.js';
import { openDatabase, restrictTo } from './duckdb.js';
import { type FileGroup, groupFiles } from './file-groups.js';
import { findFiles } from './files.js';
import { firstProblem } from './first-problem.js';
import { FocusError } from './focus-error.js';
import { checkGzip } from './gzip.js';
import { type ProviderIds, providerNames } from './provider-names.js';
import { readInfo } from './read-info.js';
import { refuseRepeatedRows } from './repeated-rows.js';
import { rowsSql, typedRowsSql } from './rows-sql.js';
import { shortSourceSql } from './short-source.js';

export interface ChargesOptions {
  /** Ids for providers, by their names in the data. Default: by cost. */
  readonly providerIds?: ProviderIds;
  /** Whether rows may repeat other rows in every column. Default: false. */
  readonly allowRepeatedRows?: boolean;
  /** Such as `1GB`. Default: 1,200 MB. */
  readonly memoryLimit?: string;
  /** Called about once a second while the files are read, with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Billing data in DuckDB. */
export interface Charges {
  /** Has the view `charges`, of the columns in `ChargeColumns`. Can read only the files of the export. */
  readonly connection: DuckDBConnection;
  /** The statement of the view, to run in DuckDB. */
  readonly sourceSql: string;
  /** The same with only the columns that a statement on `charges` uses, short enough to be read. */
  shortSourceSql(statement: string): string;
  readonly info: ChargesInfo;
  readonly providers: readonly ProviderName[];
  /** Frees memory and removes temporary files. */
  close(): void;
}

const defaultMemoryLimit = '1200MB';

/**
 * Opens a FOCUS export, 1.0 to 1.2.
 *
 * @param paths files (CSV, gzipped CSV, Parquet), directories or globs
 * @throws {FocusError} if the data cannot be read correctly
 * @throws {DuckDbMissingError} if DuckDB is not installed
 */
export async function openCharges(paths: readonly string[], options: ChargesOptions = {}): Promise<Charges> {
  const temporary = mkdtempSync(join(tmpdir(), 'cost-contract-'));
  const removeTemporary = () => rmSync(temporary, { recursive: true, force: true });
  try {
    const memoryLimit = options.memoryLimit ?? defaultMemoryLimit;
    const connection = await openDatabase({ temporary, memoryLimit });
    const close = () => {
      connection.closeSync();
      removeTemporary();
    };
    try {
      return { connection, ...(await readCharges(connection, paths, options)), close };
    } catch (error) {
      close();
      throw error;
    }
  } catch (error) {
    removeTemporary();
    throw error;
  }
}

async function readCharges(
  connection: DuckDBConnection,
  paths: readonly string[],
  options: ChargesOptions,
): Promise<Omit<Charges, 'connection' | 'close'>> {
  const groups = await groupFiles(connection, await findFiles(connection, paths));
  await restrictTo(
    connection,
    groups.flatMap(({ files }) => files),
  );
  await connection.run(`CREATE TEMP VIEW focus_rows AS ${typedRowsSql(groups)}`);
  await withProgress(connection, options.onProgress, () => sumRows(connection, groups));
  await checkRows(connection, groups);
  if (!options.allowRepeatedRows) await refuseRepeatedRows(connection, groups);
  const providers = await providerNames(connection, options.providerIds ?? {});
  const sourceSql = chargesSql(rowsSql(groups), chargeColumnsSql(providers));
  await connection.run(`CREATE TEMP VIEW charges AS ${sourceSql}`);
  return {
    sourceSql,
    shortSourceSql: (statement) => shortSourceSql(groups, providers, statement),
    providers,
    info: await readInfo(connection, groups, providers),
  };
}

async function sumRows(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  const gzipped = groups.filter(({ isGzipped }) => isGzipped).flatMap(({ files }) => files);
  const [gzip, sums] = await Promise.allSettled([checkGzip(gzipped), connection.run(daySumsSql(groups))]);
  if (gzip.status === 'rejected') throw gzip.reason;
  if (sums.status === 'rejected') throw await explained(connection, groups, sums.reason as Error);
}

/** Locates the cause of an error of DuckDB, whose message names no row. */
async function explained(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  error: Error,
): Promise<Error> {
  const problem =
    csvProblem(error) ?? (await firstProblem(connection, groups).catch((reason) => csvProblem(reason)));
  if (problem) return problem;
  const [summary = ''] = error.message.split('\n');
  return new FocusError(`The data cannot be read. DuckDB reports: ${summary}`);
}

/** Describes a file that is not CSV in a row. */
function csvProblem({ message }: Error): FocusError | null {
  const [, file] = /^ {2}file = (.*)$/m.exec(message) ?? [];
  if (file === undefined) return null;
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  return new FocusError(`${file}${line === undefined ? '' : `, line ${line}`}: ${csvCause(message)}`);
}

function csvCause(message: string): string {
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (found !== undefined) return `${found} values, but the header has ${expected} columns.`;
  if (/unterminated quote/.test(message))
    return 'a quoted value does not end, or something follows it. Write " in a value as "", and end all lines in the same way.';
  if (/not utf-8|unicode/i.test(message)) return 'not UTF-8. Save the file as UTF-8.';
  if (/Maximum line size/.test(message)) return 'a row is longer than 2 MB.';
  if (/invalid state/.test(message)) return 'not CSV as in RFC 4180. End all lines in the same way.';
  return 'not CSV as in RFC 4180.';
}

/** Reports progress once a second while DuckDB works. */
async function withProgress<T>(
  connection: DuckDBConnection,
  onProgress: ChargesOptions['onProgress'],
  work: () => Promise<T>,
): Promise<T> {
  if (!onProgress) return work();
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0) onProgress(Math.min(1, percentage / 100));
  }, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
