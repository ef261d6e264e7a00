import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FocusError } from '../focus-error.js';
import type { FileGroup } from './file-groups.js';

/** The longest row that DuckDB reads. It drops a longer one at the end of a file, or refuses the file without a place. */
export const maxRowBytes = 2_000_000;

/** Bills expand to at most 60 times their size. */
const maxExpansion = 200;
/** The uncompressed bytes from which on the expansion is known. */
const minExpanded = 64 * 1024 * 1024;

/** A file of CSV, and whether it is compressed. */
export interface CsvFile {
  readonly path: string;
  readonly isGzipped: boolean;
}

/** The lines of a file that are not empty. */
export interface LineCount {
  readonly lines: number;
  /** Whether a carriage return alone may end lines, so that there may be more. */
  readonly mayBeMore: boolean;
}

const [newline, carriageReturn] = [0x0a, 0x0d];
/** Fewer and longer reads take less processor time. */
const chunkSize = 1024 * 1024;

export function csvFilesOf(groups: readonly FileGroup[]): readonly CsvFile[] {
  return groups
    .filter(({ format }) => format === 'csv')
    .flatMap(({ files, isGzipped }) => files.map((path) => ({ path, isGzipped })));
}

/**
 * Counts the lines of a file. Quotes are not read, which takes a tenth of the time, so that a quoted line break counts.
 *
 * @throws {FocusError} if a line is longer than `maxRowBytes`, or the compressed data are damaged
 */
export async function countLines(file: CsvFile, signal?: AbortSignal): Promise<LineCount> {
  const count = new Lines(file.path);
  await readChunks(file, (chunk) => count.add(chunk), signal);
  return count.end();
}

/**
 * Reads a file in chunks, uncompressed.
 *
 * @throws {FocusError} if the compressed data are damaged, since DuckDB reads a truncated file without an error and ignores
 * checksums, or if they expand to more than 200 times their size, so that a small file could take minutes to read
 */
export async function readChunks(
  { path, isGzipped }: CsvFile,
  read: (chunk: Buffer) => void,
  signal?: AbortSignal,
): Promise<void> {
  let problem: FocusError | undefined;
  const gunzip = isGzipped ? createGunzip({ chunkSize }) : undefined;
  let size = 0;
  const readAll = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      try {
        if (gunzip && size > Math.max(minExpanded, gunzip.bytesWritten * maxExpansion)) throw expands(path);
        read(chunk);
      } catch (error) {
        // The pipeline throws another error if it ends early.
        problem = error as FocusError;
        throw error;
      }
    }
  };
  const bytes = createReadStream(path, { highWaterMark: chunkSize });
  try {
    if (gunzip) await pipeline(bytes, gunzip, readAll, { signal });
    else await pipeline(bytes, readAll, { signal });
  } catch (error) {
    if (problem || signal?.aborted) throw problem ?? error;
    throw new FocusError(`${path} is damaged: ${(error as Error).message}. Export or copy it again.`);
  }
}

function expands(path: string): FocusError {
  return new FocusError(
    `${path} expands to more than ${maxExpansion} times its size, as no bill does. If its rows are right, unpack it first.`,
  );
}

/** Searching for the end of each empty line would take a hundred times as long. */
function afterEmptyLines(chunk: Buffer, start: number): number {
  let at = start;
  while (chunk[at] === newline || (chunk[at] === carriageReturn && chunk[at + 1] === newline)) at += 1;
  return at;
}

class Lines {
  #count = 0;
  #mayBeMore = false;
  /** The bytes before the chunk. */
  #before = 0;
  /** Where the line starts that the chunk continues. */
  #lineStart = 0;
  #lastByte = 0;

  constructor(readonly path: string) {}

  add(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, at)) {
      this.#endLine(this.#before + end, end === 0 ? this.#lastByte : (chunk[end - 1] as number), chunk);
      at = afterEmptyLines(chunk, end + 1);
      this.#lineStart = this.#before + at;
    }
    const lastReturn = chunk.lastIndexOf(carriageReturn, -2);
    if (lastReturn >= at) {
      this.#mayBeMore = true;
      this.#lineStart = this.#before + lastReturn + 1;
    }
    this.#before += chunk.length;
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    if (this.#before - this.#lineStart > maxRowBytes) throw this.#tooLong(chunk.subarray(at));
  }

  end(): LineCount {
    if (this.#before > this.#lineStart) this.#endLine(this.#before, this.#lastByte, Buffer.alloc(0));
    return {
      lines: this.#count,
      mayBeMore: this.#mayBeMore || this.#lastByte === carriageReturn,
    };
  }

  #endLine(end: number, lastByte: number, chunk: Buffer): void {
    const length = end - this.#lineStart;
    if (length > maxRowBytes) throw this.#tooLong(chunk.subarray(0, end - this.#before));
    if (length > 1 || (length === 1 && lastByte !== carriageReturn)) this.#count += 1;
  }

  #tooLong(part: Buffer): FocusError {
    return tooLong({ path: this.path, row: this.#count + 1, start: this.#lineStart }, part);
  }
}

/** Where a row is. The header is row 1, and `start` its first byte, counted from 0. */
export interface RowPlace {
  readonly path: string;
  readonly row: number;
  readonly start: number;
}

/** @param part of the row */
export function tooLong({ path, row, start }: RowPlace, part: Buffer): FocusError {
  return new FocusError(
    `${path}, row ${row}, from byte ${start} on: longer than 2 MB${contents(part)}. Remove the row, or export or copy the file again if it was cut off.`,
  );
}

function contents(part: Buffer): string {
  const first = part[0];
  if ((first !== 0 && first !== 0x20) || part.length < 1000 || part.some((byte) => byte !== first)) return '';
  return first === 0 ? ', of zero bytes' : ', of blanks';
}
