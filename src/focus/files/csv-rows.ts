import { type CsvFile, maxRowBytes, readChunks, tooLong } from './csv-lines.js';

const [quote, comma, newline, carriageReturn] = [0x22, 0x2c, 0x0a, 0x0d];

/** The rows of a CSV file. */
export interface RowCount {
  /** Without the header. */
  readonly rows: number;
  /** The first byte of a row, counted from 0: that after `found` rows. Null if there is none. */
  readonly next: number | null;
}

/**
 * Counts the rows of a file, also those of several lines.
 *
 * @param found how many rows come before the one whose place is wanted
 * @throws {FocusError} if a row is longer than `maxRowBytes`
 */
export async function countRows(file: CsvFile, found: number, signal?: AbortSignal): Promise<RowCount> {
  const rows = new Rows(file.path, found);
  await readChunks(file, (chunk) => rows.add(chunk), signal);
  return rows.end();
}

/** Where in a row a byte is: at the start of a value, in it, in a quoted one, or after a quote in that. */
type State = 'start' | 'plain' | 'quoted' | 'after quote';

class Rows {
  /** Of the header and the rows that ended. */
  #count = 0;
  #next: number | null = null;
  #before = 0;
  #rowStart = 0;
  #state: State = 'start';

  constructor(
    readonly path: string,
    readonly found: number,
  ) {}

  add(chunk: Buffer): void {
    let state = this.#state;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (state === 'quoted') {
        if (byte === quote) state = 'after quote';
      } else if (byte === quote) state = state === 'plain' ? 'plain' : 'quoted';
      else if (byte === comma) state = 'start';
      else if (byte === newline || byte === carriageReturn) {
        this.#endRow(this.#before + index);
        state = 'start';
      } else state = 'plain';
    }
    this.#state = state;
    this.#before += chunk.length;
    this.#checkLength(this.#before, chunk);
  }

  end(): RowCount {
    this.#endRow(this.#before);
    return { rows: Math.max(0, this.#count - 1), next: this.#next };
  }

  #endRow(end: number): void {
    this.#checkLength(end, Buffer.alloc(0));
    if (end > this.#rowStart) {
      if (this.#count === this.found + 1) this.#next = this.#rowStart;
      this.#count += 1;
    }
    this.#rowStart = end + 1;
  }

  #checkLength(end: number, part: Buffer): void {
    if (end - this.#rowStart <= maxRowBytes) return;
    throw tooLong({ path: this.path, row: this.#count + 1, start: this.#rowStart }, part);
  }
}
