import { DuckDbMissingError, FocusError } from '../../src/focus/focus-error.js';
import { CannotStart } from '../cannot-start.js';
import type { RunOptions } from '../run-options.js';
import { KnownBill } from './known-bill.js';

/** Most rows of text that are copied into memory, which saves reading the text for each statement. */
const mostRowsCopied = 2_000_000;

/**
 * Opens the bill that a server was loaded with.
 *
 * @throws {CannotStart} if the data cannot be read correctly, or DuckDB is not installed
 */
export async function openBill({
  data = [],
  providerIds = {},
  allowRepeatedRows = false,
  onProgress,
}: Pick<RunOptions, 'data' | 'providerIds' | 'allowRepeatedRows' | 'onProgress'>): Promise<KnownBill> {
  const { openCharges } = await import('../../src/focus/open-charges.js');
  const charges = await openCharges([data].flat(), {
    providerIds,
    allowRepeatedRows,
    onProgress: (share) => onProgress?.(`reading the bill: ${Math.floor(share * 100)} %`),
  }).catch((error: unknown) => {
    if (error instanceof FocusError || error instanceof DuckDbMissingError)
      throw new CannotStart(error.message);
    throw error;
  });
  const { connection, info } = charges;
  const isText = info.files.some((file) => !file.endsWith('.parquet'));
  if (isText && info.rows <= mostRowsCopied) {
    await connection.run('CREATE TEMP TABLE copied AS FROM charges');
    await connection.run('CREATE OR REPLACE TEMP VIEW charges AS FROM copied');
  }
  return new KnownBill({
    sourceOf: (statement) => charges.shortSourceSql(statement),
    all: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
    close: () => charges.close(),
  });
}
