import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { FocusError } from '../focus-error.js';
import { csvRecords, endOfRecord } from './csv.js';
import type { ExportFile } from './files.js';

/** A header that is longer is not one. */
const maxHeaderLength = 1024 * 1024;

/**
 * Reads the names of the columns of a CSV file.
 *
 * @throws {FocusError} if the first line is not a header
 */
export async function csvHeader(file: ExportFile): Promise<readonly string[]> {
  const line = await firstRecord(file);
  const names = (csvRecords(line)[0] ?? []).map((name) => name.trim());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: binary data has them, a header has not.
  if (/[\0-\x08\uFFFD]/.test(line)) {
    throw new FocusError(`${file.path} is not a CSV file in UTF-8: its first line is not text.`);
  }
  if (/^\s*[{[]/.test(line)) throw new FocusError(`${file.path} is JSON. Export the bill as CSV or Parquet.`);
  if (names.every((name) => name === ''))
    throw new FocusError(`${file.path}: the first line is empty. It must have the names of the columns.`);
  if (names.length === 1 && /[;\t|]/.test(line)) {
    throw new FocusError(`${file.path}: the columns are not separated by commas. Save it with commas.`);
  }
  return names;
}

async function firstRecord(file: ExportFile): Promise<string> {
  const bytes = createReadStream(file.path);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of file.isGzipped ? bytes.pipe(createGunzip()) : bytes) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const end = endOfRecord(text);
      if (end !== -1) return text.slice(0, end);
      if (text.length > maxHeaderLength) break;
    }
  } catch (error) {
    throw new FocusError(`${file.path} is damaged, or not a CSV file: ${(error as Error).message}.`);
  } finally {
    bytes.destroy();
  }
  if (text.length <= maxHeaderLength) return text;
  throw new FocusError(`${file.path} is not a CSV file: its first line is longer than 1 MiB.`);
}
