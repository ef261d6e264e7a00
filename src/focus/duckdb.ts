import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDbMissingError } from './focus-error.js';
import { literals } from './sql.js';

export interface DatabaseOptions {
  /** The directory for what does not fit into memory. */
  readonly temporary: string;
  /** Such as `1GB`. */
  readonly memoryLimit: string;
}

export interface Database {
  readonly connection: DuckDBConnection;
  /** Frees the memory, which DuckDB would otherwise hold until the next garbage collection. */
  close(): void;
}

/**
 * Opens a database in memory that loads no extensions.
 *
 * @throws {DuckDbMissingError}
 */
export async function openDatabase({ temporary, memoryLimit }: DatabaseOptions): Promise<Database> {
  const { DuckDBInstance } = loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: memoryLimit,
    temp_directory: temporary,
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  // With the default of 1 MB, DuckDB often waits until results are read.
  await connection.run("SET streaming_buffer_size = '20MB'");
  // Else each statement reads the metadata of Parquet files again.
  await connection.run('SET parquet_metadata_cache = true');
  // Makes `progress` known; prints nothing.
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  return { connection, close };
}

/** Restricts a database to the named files and a directory of its own, for good. */
export async function restrictTo(
  connection: DuckDBConnection,
  files: readonly string[],
  directory: string,
): Promise<void> {
  await connection.run(`SET allowed_paths = ${literals(files)}`);
  await connection.run(`SET allowed_directories = ${literals([directory])}`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

/** Interrupts statements from the abort on. Returns a function that ends this. */
export function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
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

/** The first rows of a result, as texts; null for NULL. */
export async function textRows(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly (readonly (string | null)[])[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowsJson().map((row) => row.map((value) => (value === null ? null : String(value))));
}

/** `require` takes 60 ms less than `import`, which first reads every file of a CommonJS package for the names of its exports. */
function loadDuckDb(): typeof import('@duckdb/node-api') {
  try {
    // Programs that bundle the package as CommonJS have no URL of a module.
    return createRequire(import.meta.url || join(process.cwd(), 'program.js'))('@duckdb/node-api');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND')
      throw new DuckDbMissingError(`DuckDB does not start here: ${message.split('\n')[0]}`);
    throw new DuckDbMissingError('Billing data requires DuckDB: npm install --save-dev @duckdb/node-api');
  }
}
