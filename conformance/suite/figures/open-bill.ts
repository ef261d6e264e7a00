import { basename } from 'node:path';
import { DuckDbMissingError, FocusError, listed } from '../../../src/focus/focus-error.js';
import type { Charges } from '../../../src/focus/open-charges.js';
import { printable } from '../../../src/text/printable.js';
import { CannotStart } from '../../engine/cannot-start.js';
import { count } from '../../engine/count.js';
import type { RunOptions } from '../../engine/run-options.js';
import { KnownBill } from './known-bill.js';
import { shortStatement } from './short-statement.js';

/** Most rows that are copied into memory, which saves reading and converting them for each statement. */
const mostRowsCopied = { text: 2_000_000, parquet: 200_000 };
/** Most rows on which a short statement is tried. */
const mostRowsRead = { text: 200_000, parquet: 10_000_000 };

type BillOptions = Pick<
  RunOptions,
  'data' | 'providerIds' | 'allowRepeatedRows' | 'newestFileWins' | 'onProgress' | 'signal'
>;

/**
 * Opens the bill that a server was loaded with.
 *
 * @throws {CannotStart} if the data cannot be read correctly, the signal is aborted, or DuckDB is not installed
 */
export async function openBill({ signal, ...options }: BillOptions): Promise<KnownBill> {
  // Ends with reading, since a stopped run still compares what it has.
  const reading = new AbortController();
  const stop = () => reading.abort();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    return await readBill(options, reading.signal);
  } catch (error) {
    if (reading.signal.aborted) throw new CannotStart('The run was stopped while it read the bill.');
    const isOfData = error instanceof FocusError || error instanceof DuckDbMissingError;
    throw isOfData ? new CannotStart(printable(error.message)) : error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function readBill(
  { data = [], providerIds = {}, allowRepeatedRows = false, newestFileWins = false, onProgress }: BillOptions,
  signal: AbortSignal,
): Promise<KnownBill> {
  const { openCharges } = await import('../../../src/focus/open-charges.js');
  const charges = await openCharges([data].flat(), {
    providerIds,
    allowRepeatedRows,
    newestFileWins,
    signal,
    onProgress: (share) => onProgress?.(`reading the bill: ${Math.floor(share * 100)} %`),
  });
  try {
    await copyRows(charges);
  } catch (error) {
    charges.close();
    throw error;
  }
  const {
    info: { files, rows },
    providers,
  } = charges;
  const reader = {
    sourceOf: (statement: string) => charges.shortSourceSql(statement),
    // It is tried on the files, which takes as long as reading them.
    shortOf: (statement: string) =>
      rows <= mostRowsRead[formatOf(charges.info)] ? shortStatement(statement, { files, providers }) : null,
    all: async (sql: string) => (await charges.connection.runAndReadAll(sql)).getRowObjectsJS(),
    close: () => charges.close(),
  };
  return new KnownBill(reader, aboutOf(charges), contractsIn(charges));
}

/** The terms of contracts in the currency of the bill; those in another have no amounts to compare. */
function contractsIn({ contracts, info }: Charges): Charges['contracts'] {
  return contracts.map((term) =>
    (term.currency ?? info.currency) === info.currency ? term : { ...term, cost: null },
  );
}

function aboutOf({ info: { files, rows, period, currency } }: Charges): string {
  const names = files.map((file) => basename(file));
  return `${listed(names, 3)}: ${count(rows, 'row')} from ${period.start} to ${period.end}${currency === 'USD' ? '' : `, in ${currency}`}`;
}

async function copyRows({ connection, info }: Charges): Promise<void> {
  if (info.rows > mostRowsCopied[formatOf(info)]) return;
  await connection.run('CREATE TEMP TABLE copied AS FROM charges');
  // A view would be planned again for each statement.
  await connection.run('DROP VIEW charges');
  await connection.run('ALTER TABLE copied RENAME TO charges');
}

function formatOf({ files }: Charges['info']): 'text' | 'parquet' {
  return files.every((file) => file.endsWith('.parquet')) ? 'parquet' : 'text';
}
