import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { unreadable } from './unreadable.js';

const MiB = 1024 * 1024;
/** Maximum size of each kind of input, in bytes. */
export const inputLimits = {
  config: MiB / 16,
  report: 256 * MiB,
  waivers: MiB / 2,
  fixtures: MiB,
  archive: 512 * MiB,
  attachments: 256 * MiB,
};

/** An input exceeds its maximum size. */
class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor(maxBytes: number) {
    super(`it is larger than ${maxBytes < MiB ? `${maxBytes / 1024} KiB` : `${maxBytes / MiB} MiB`}`);
  }
}

/**
 * Reads a text file, pipe or device of limited size.
 *
 * @throws {TooLarge} and errors of the system
 */
export async function readInput(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file, constants.O_RDONLY);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return await textWithin(maxBytes, handle.createReadStream({ autoClose: false }));
    if (stats.size > maxBytes) throw new TooLarge(maxBytes);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file that an option names.
 *
 * @param what such as "the waivers"
 * @throws {CannotStart} if it cannot be read
 */
export async function readNamed(what: string, file: string, maxBytes: number): Promise<string> {
  return readInput(file, maxBytes).catch((error: Error) => {
    throw new CannotStart(`Cannot read ${what}. ${unreadable(file, error)}`);
  });
}

/** @throws {TooLarge} if the chunks exceed the maximum size */
export async function textWithin(maxBytes: number, chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge(maxBytes);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
