import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FocusError } from '../focus-error.js';

/**
 * Refuses damaged gzip files. DuckDB reads a truncated file without an error, and ignores checksums.
 *
 * @throws {FocusError}
 */
export async function checkGzip(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(file), createGunzip(), nowhere).catch((error: Error) => {
      throw new FocusError(`${file} is damaged: ${error.message}. Export or copy it again.`);
    });
  }
}
