import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { ChargesInfo } from '../../../src/focus/charges-info.js';
import { FocusError } from '../../../src/focus/focus-error.js';

/**
 * Reads a bill from a temporary file, which DuckDB needs. Messages and notes name the file without its folder.
 *
 * @param content CSV, gzipped CSV or Parquet
 */
export async function withFile<Bill extends { readonly info: ChargesInfo }>(
  content: Uint8Array,
  read: (path: string) => Promise<Bill>,
): Promise<Bill> {
  const folder = await mkdtemp(join(tmpdir(), 'cost-contract-'));
  const shown = (text: string) => text.replaceAll(`${folder}${sep}`, '');
  try {
    const path = join(folder, nameFor(content));
    await writeFile(path, content, { mode: 0o600 });
    const bill = await read(path);
    const { files, notes } = bill.info;
    return { ...bill, info: { ...bill.info, files: files.map(shown), notes: notes.map(shown) } };
  } catch (error) {
    throw error instanceof FocusError ? new FocusError(shown(error.message)) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names the file by its format, which its first bytes show. */
function nameFor([first, second, third, fourth]: Uint8Array): string {
  if (first === 0x1f && second === 0x8b) return 'bill.csv.gz';
  const magic = String.fromCharCode(first ?? 0, second ?? 0, third ?? 0, fourth ?? 0);
  return magic === 'PAR1' ? 'bill.parquet' : 'bill.csv';
}
