import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChargesInfo } from './charges-info.js';
import { chargeColumnsSql, chargesSql, type ProviderName } from './charges-sql.js';
import { checkRows } from './check-rows.js';
import { listLines, sumByDay } from './day-sums.js';
import { openDatabase, restrictTo } from './duckdb.js';
import { explained } from './explained.js';
import { type FileGroup, groupFiles } from './file-groups.js';
import { findFiles } from './files.js';
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
  /** Called once a second while the files are read, from the second second on, with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends reading with an error, until `close`. */
  readonly signal?: AbortSignal;
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
    const stopInterrupts = interruptOn(options.signal, connection);
    const close = () => {
      stopInterrupts();
      connection.closeSync();
      removeTemporary();
    };
    try {
      return { connection, ...(await readCharges(connection, paths, options)), close };
    } catch (error) {
      close();
      throw options.signal?.aborted ? options.signal.reason : error;
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
  const passes = options.allowRepeatedRows ? 2 : 3;
  const { onProgress } = options;
  const pass = (index: number, work: () => Promise<void>) =>
    withProgress(connection, onProgress && ((share) => onProgress((index + share) / passes)), work);
  await pass(0, () => sumRows(connection, groups));
  await pass(1, () => listLines(connection));
  await checkRows(connection, groups);
  if (!options.allowRepeatedRows) await pass(2, () => refuseRepeatedRows(connection, groups));
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
  const [gzip, sums] = await Promise.allSettled([checkGzip(gzipped), sumByDay(connection, groups)]);
  if (gzip.status === 'rejected') throw gzip.reason;
  if (sums.status === 'rejected') throw await explained(connection, groups, sums.reason as Error);
}

/** Interrupts statements from the abort on. Returns a function that ends this. */
function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  let timer: NodeJS.Timeout | undefined;
  // Repeated, since an interrupt ends only the statement that runs.
  const onAbort = () => {
    timer = setInterval(() => connection.interrupt(), 20);
  };
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearInterval(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

/** Reports progress once a second while DuckDB works. */
async function withProgress<T>(
  connection: DuckDBConnection,
  onProgress: ChargesOptions['onProgress'],
  work: () => Promise<T>,
): Promise<T> {
  if (!onProgress) return work();
  const start = performance.now();
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0 && performance.now() - start > 2000) onProgress(Math.min(1, percentage / 100));
  }, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
