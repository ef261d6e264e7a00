import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChargesInfo } from './charges-info.js';
import type { ChargesOptions } from './charges-options.js';
import type { ContractCommitment } from './datasets/contract-commitment.js';
import { openOtherDatasets } from './datasets/other-datasets.js';
import { interruptOn, openDatabase, restrictTo, textRows } from './duckdb.js';
import { type FileGroup, groupFiles } from './files/file-groups.js';
import { type ExportFile, findFiles } from './files/files.js';
import { refuseLostParquetRows } from './files/parquet-rows.js';
import { statsOf } from './files/stats-of.js';
import { FocusError } from './focus-error.js';
import { type NewestFiles, newestFiles } from './overlaps/newest-files.js';
import { refuseOverlaps } from './overlaps/refuse-overlaps.js';
import { checkApplied, checkRows } from './problems/check-rows.js';
import { explaining } from './problems/explained.js';
import { limitProblem } from './problems/limit-problem.js';
import { refuseRepeatedRows } from './problems/repeated-rows.js';
import { providerNames } from './provider-names.js';
import { readInfo } from './read-info.js';
import { chargesSql, type ProviderName } from './rows/charges-sql.js';
import { lines, listLines, sumByDay } from './rows/day-sums.js';
import { rowsSql, typedRowsSql } from './rows/rows-sql.js';
import { shortSourceOf } from './rows/short-source.js';
import { storeWholeCsv } from './rows/store-whole-csv.js';

/** Billing data in DuckDB. */
export interface Charges {
  /** Has the view `charges`, of the columns in `ChargeColumns`. Can read only the files of the export. */
  readonly connection: DuckDBConnection;
  /** Selects the columns of the view that a statement uses from the files, in a form short enough to be read. */
  shortSourceSql(statement: string): string;
  readonly info: ChargesInfo;
  readonly providers: readonly ProviderName[];
  /** The rows of the data set Contract Commitment, each commitment once. */
  readonly contracts: readonly ContractCommitment[];
  /** @throws {FocusError} if a file was changed since it was opened, so that figures could be of both */
  refuseChanges(): void;
  /** Frees memory and removes temporary files. */
  close(): void;
}

const defaultMemoryLimit = '1200MB';

/**
 * Opens a FOCUS export, 1.0 to 1.4.
 *
 * @param paths files (CSV, gzipped CSV, Parquet), directories or globs
 * @throws {FocusError} if the data cannot be read correctly
 * @throws {DuckDbMissingError} if DuckDB is not installed
 */
export async function openCharges(paths: readonly string[], options: ChargesOptions = {}): Promise<Charges> {
  const temporary = temporaryDirectory();
  const removeTemporary = () => rmSync(temporary, { recursive: true, force: true });
  try {
    const memoryLimit = options.memoryLimit ?? defaultMemoryLimit;
    const { connection, close: closeDatabase } = await openDatabase({ temporary, memoryLimit });
    const stopInterrupts = interruptOn(options.signal, connection);
    const close = () => {
      stopInterrupts();
      closeDatabase();
      removeTemporary();
    };
    try {
      return { connection, ...(await readCharges(connection, { paths, options, temporary })), close };
    } catch (error) {
      close();
      throw options.signal?.aborted ? options.signal.reason : (limitProblem(error as Error) ?? error);
    }
  } catch (error) {
    removeTemporary();
    throw error;
  }
}

function temporaryDirectory(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'cost-contract-'));
  } catch (error) {
    throw new FocusError(
      `Cannot write temporary files: ${(error as Error).message}. Set TMPDIR to a directory that exists and can be written.`,
    );
  }
}

async function readCharges(
  connection: DuckDBConnection,
  {
    paths,
    options,
    temporary,
  }: { readonly paths: readonly string[]; readonly options: ChargesOptions; readonly temporary: string },
): Promise<Omit<Charges, 'connection' | 'close'>> {
  const found = await findFiles(connection, paths);
  const files = found.map(({ path }) => path);
  // Before the headers are read, since the rows are read by them.
  const refuseChanges = refuseChangesOf(files);
  const groups = await groupFiles(connection, found);
  if (areSmall(found)) await connection.run('SET threads = 1');
  const ofCharges = groups.filter(({ dataset }) => dataset === undefined);
  await restrictTo(connection, files, temporary);
  try {
    const { contracts, otherDatasets } = await openOtherDatasets(connection, groups);
    const { info, ...read } = await sumRows(connection, ofCharges, options, temporary);
    return { ...read, contracts, info: { ...info, otherDatasets }, refuseChanges };
  } finally {
    refuseChanges();
  }
}

/** The most bytes of CSV files whose statements one thread runs faster than several, which wait for each other. */
const mostBytesOfOneThread = 16_000_000;

function areSmall(files: readonly ExportFile[]): boolean {
  const bytes = files.reduce((sum, { path }) => sum + (statsOf(path)?.size ?? 0), 0);
  const areText = files.every(({ format, isGzipped }) => format === 'csv' && !isGzipped);
  return areText && bytes <= mostBytesOfOneThread;
}

interface ReadRows extends Pick<Charges, 'shortSourceSql' | 'providers'> {
  readonly info: Omit<ChargesInfo, 'otherDatasets'>;
}

async function sumRows(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  options: ChargesOptions,
  temporary: string,
): Promise<ReadRows> {
  const hasCsv = groups.some(({ format }) => format === 'csv');
  const pass = passes(
    connection,
    2 + Number(hasCsv) + 2 * Number(!options.allowRepeatedRows),
    options.onProgress,
  );
  const stored = hasCsv
    ? await pass(() => storeWholeCsv(connection, groups, temporary, options.signal))
    : groups;
  if (options.newestFileWins) {
    const newest = await explaining(connection, groups, newestFiles(connection, { groups, stored }));
    return readNewest(connection, newest, options, temporary);
  }
  await connection.run(`CREATE TEMP VIEW focus_rows AS ${typedRowsSql(stored)}`);
  await pass(() => explaining(connection, groups, sumByDay(connection, stored)));
  await pass(() => listLines(connection));
  await checkRows(connection, groups);
  await checkApplied(connection, groups);
  await refuseLostParquetRows(connection, stored);
  if (!options.allowRepeatedRows) {
    await pass(() => refuseRepeatedRows(connection, groups));
    await pass(() => refuseOverlaps(connection, { groups, stored }));
  }
  const providers = await providerNames(connection, options.providerIds ?? {});
  await connection.run(`CREATE TEMP VIEW charges AS ${chargesSql(rowsSql(stored), providers)}`);
  const [[hasLists] = []] = await textRows(connection, `SELECT bool_or(has_list) FROM ${lines}`);
  // Only reports that show statements need it.
  let shortSourceSql: ((statement: string) => string) | undefined;
  return {
    shortSourceSql: (statement) => {
      shortSourceSql ??= shortSourceOf({ groups, providers, hasLists: hasLists === 'true' });
      return shortSourceSql(statement);
    },
    providers,
    info: await readInfo(connection, groups, providers),
  };
}

/** Reads the files that are left, which do not overlap. */
async function readNewest(
  connection: DuckDBConnection,
  { groups, notes }: NewestFiles,
  options: ChargesOptions,
  temporary: string,
): Promise<ReadRows> {
  const directory = join(temporary, 'newest');
  mkdirSync(directory);
  const { info, ...read } = await sumRows(
    connection,
    groups,
    { ...options, newestFileWins: false },
    directory,
  );
  return { ...read, info: { ...info, notes: [...notes, ...info.notes] } };
}

/** Returns a function that runs the next pass over the rows, and reports the progress of all. */
function passes(
  connection: DuckDBConnection,
  count: number,
  onProgress: ChargesOptions['onProgress'],
): <T>(work: () => Promise<T>) => Promise<T> {
  let done = 0;
  return async (work) => {
    const report = onProgress && ((share: number) => onProgress((done + share) / count));
    const result = await withProgress(connection, report, work);
    done += 1;
    return result;
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

/** Returns a function that throws if one of the files has been replaced, written or removed since this call. */
function refuseChangesOf(files: readonly string[]): () => void {
  const before = files.map(stateOf);
  return () => {
    const changed = files.find((file, index) => stateOf(file) !== before[index]);
    if (changed !== undefined) {
      throw new FocusError(`${changed} was changed while it was read. Start again when it is complete.`);
    }
  };
}

function stateOf(file: string): string {
  const stats = statsOf(file);
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
}
