import type { DuckDBConnection } from '@duckdb/node-api';
import { textRows } from '../duckdb.js';
import { FocusError } from '../focus-error.js';
import { keyedRows, type StoredFiles } from './file-keys.js';
import { findOverlaps, type Overlap } from './find-overlaps.js';

/** How many overlaps a message describes. */
const maxDescribed = 3;

/**
 * Refuses files whose rows are equal in every dimension, such as two exports of one month, which would count twice.
 *
 * @throws {FocusError}
 */
export async function refuseOverlaps(connection: DuckDBConnection, files: StoredFiles): Promise<void> {
  const overlaps = await findOverlaps(connection, files);
  if (overlaps.length === 0) return;
  const described: string[] = [];
  for (const overlap of overlaps.slice(0, maxDescribed)) {
    described.push(await descriptionOf(connection, files, overlap));
  }
  const rest = overlaps.length - described.length;
  throw new FocusError(
    `${described.join('; ')}${rest > 0 ? `; and ${rest} more pairs` : ''}. ` +
      'Such rows differ only in amounts, ids of invoices or x_ columns, and would count twice. ' +
      'Remove the outdated files, leave them out with --newest-file-wins, or pass --allow-repeated-rows if both were charged.',
  );
}

/** Names both, and the charges of the first that the second has, too. */
async function descriptionOf(
  connection: DuckDBConnection,
  files: StoredFiles,
  [one, other]: Overlap,
): Promise<string> {
  const ofOther = `SELECT key FROM (${keyedRows(files, `file IN (${other.files.join(', ')})`)})`;
  const [[rows, first, last, billed, effective, currency] = []] = await textRows(
    connection,
    `SELECT count(*), min(day), max(day), printf('%.2f', sum("BilledCost")), printf('%.2f', sum("EffectiveCost")), max("BillingCurrency")
     FROM (${keyedRows(files, `file IN (${one.files.join(', ')})`)}) WHERE key IN (${ofOther})`,
  );
  const days = first === last ? first : `${first} to ${last}`;
  const count = `${Number(rows).toLocaleString('en-US')} ${rows === '1' ? 'row' : 'rows'}`;
  return `${one.name} and ${other.name} have the same charges: ${count} of ${days}, with BilledCost ${billed} and EffectiveCost ${effective} ${currency}`;
}
