import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FocusError, listed } from '../focus-error.js';
import { statsOf } from './stats-of.js';

export interface ExportFile {
  /** As the caller named it. */
  readonly path: string;
  readonly format: 'csv' | 'parquet';
  readonly isGzipped: boolean;
}

const isExportName = (name: string) => /\.(csv|csv\.gz|parquet)$/i.test(name);
const isCompressed = (name: string) => /\.(csv|parquet)\.(zip|gz|gzip|bz2|zst|xz|lz4)$/i.test(name);
const expected = 'Give a FOCUS export: a CSV, gzipped CSV or Parquet file, a directory of them, or a glob.';

/**
 * Finds the files of an export, each once, in the order of their names.
 *
 * @param paths files, directories (searched recursively) or globs
 * @throws {FocusError} if a path is or contains nothing that can be read
 */
export async function findFiles(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<readonly ExportFile[]> {
  if (paths.length === 0) throw new FocusError(expected);
  const found = new Map<string, string>();
  for (const path of paths) {
    for (const file of await filesAt(connection, path)) {
      const target = realpathSync(file);
      if (!found.has(target)) found.set(target, literalPath(file));
    }
  }
  return [...found.values()].map(exportFile);
}

async function filesAt(connection: DuckDBConnection, path: string): Promise<readonly string[]> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    throw new FocusError(
      `${path} is a URL. Download the files first: billing data is not read from a network.`,
    );
  }
  const stats = path === '' ? undefined : statsOf(path);
  if (stats?.isDirectory()) return filesBelow(path);
  // Reading a pipe that nobody writes to would never end.
  if (stats && !stats.isFile())
    throw new FocusError(`${path} is not a regular file. Store the export in one.`);
  if (stats) return [path];
  const matches = /[*?[]/.test(path) ? await expand(connection, path) : [];
  if (matches.length > 0) return matches;
  const problem = /[*?[]/.test(path) ? 'matches no file' : 'does not exist';
  throw new FocusError(`${path === '' ? 'An empty path' : path} ${problem}. ${expected}`);
}

function filesBelow(directory: string): readonly string[] {
  const all = namesBelow(directory);
  const visible = all.filter((name) => !isHidden(name));
  refuseIncomplete(directory, all, visible);
  const found = visible.filter(isExportName);
  // Node replaces bytes that are not UTF-8, so that no such file exists.
  const unknown = found.find((name) => name.includes('\uFFFD') && !existsSync(join(directory, name)));
  if (unknown !== undefined)
    throw new FocusError(
      `The name of ${join(directory, unknown)} is not UTF-8. Rename the file or its directory.`,
    );
  const names = found.filter((name) => isFile(join(directory, name))).sort();
  if (names.length > 0) return names.map((name) => join(directory, name));
  const others = readdirSync(directory).sort();
  const contents = others.length === 0 ? 'is empty' : `contains only ${listed(others, 5)}`;
  throw new FocusError(`Directory ${directory} ${contents}. Give one with .csv, .csv.gz or .parquet files.`);
}

/** Whether a name is one that programs give to files which are incomplete or not data, such as `_temporary/0/a.parquet`. */
function isHidden(name: string): boolean {
  return /(^|[/\\])[._]/.test(name);
}

/** Refuses a directory whose files can be outdated, or of which some would be skipped. */
function refuseIncomplete(directory: string, all: readonly string[], visible: readonly string[]): void {
  if (all.some((name) => /(^|[/\\])(_delta_log|\.hoodie)$|\.metadata\.json$/.test(name)))
    throw new FocusError(
      `Directory ${directory} is a table of Delta, Hudi or Iceberg, in which files can be outdated. Export its rows as Parquet.`,
    );
  const names = new Set(visible);
  const skipped = visible.find(
    (name) => isCompressed(name) && !isExportName(name) && !names.has(name.replace(/\.\w+$/, '')),
  );
  if (skipped !== undefined)
    throw new FocusError(
      `${join(directory, skipped)} would be skipped: in a directory, only files named .csv, .csv.gz and .parquet are read. Unpack or rename it.`,
    );
}

function namesBelow(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw new FocusError(`Cannot read ${directory}: ${(error as Error).message}.`);
  }
}

/** Whether a path is that of a file, and not of a link whose target is missing. */
function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

async function expand(connection: DuckDBConnection, pattern: string): Promise<readonly string[]> {
  const reader = await connection.runAndReadAll('SELECT file FROM glob($1) ORDER BY file', [pattern]);
  const files = reader.getRowsJS().map(([file]) => String(file));
  return files.filter(isFile);
}

/** DuckDB would read another file: `~` is the home directory to it, and `file:` the start of a URL. */
function literalPath(path: string): string {
  return /^(~|file:)/i.test(path) ? `./${path}` : path;
}

function exportFile(path: string): ExportFile {
  // DuckDB would expand these characters and read other files.
  if (/[*?[]/.test(path)) {
    throw new FocusError(`The name of ${path} contains *, ? or [. Rename the file or its directory.`);
  }
  const start = firstBytes(path);
  if (start.length === 0) throw new FocusError(`${path} is empty. ${expected}`);
  if (start.startsWith('PAR1')) return { path, format: 'parquet', isGzipped: false };
  if (/\.parquet$/i.test(path)) throw new FocusError(`${path} is not a Parquet file. ${expected}`);
  if (start.startsWith('PK') && /\.(xlsx|xlsm|ods)$/i.test(path))
    throw new FocusError(`${path} is a spreadsheet. Save it as CSV.`);
  if (start.startsWith('PK')) throw new FocusError(`${path} is a ZIP archive. Unpack it first.`);
  if (start.startsWith('(\xb5/\xfd'))
    throw new FocusError(`${path} is compressed with zstd. Unpack it first.`);
  if (/^(\xff\xfe|\xfe\xff)/.test(start)) throw new FocusError(`${path} is UTF-16. Save it as UTF-8.`);
  return { path, format: 'csv', isGzipped: start.startsWith('\x1f\x8b') };
}

function firstBytes(path: string): string {
  const start = Buffer.alloc(4);
  try {
    const file = openSync(path, 'r');
    try {
      return start.subarray(0, readSync(file, start, 0, start.length, 0)).toString('latin1');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new FocusError(`Cannot read ${path}: ${(error as Error).message}.`);
  }
}
