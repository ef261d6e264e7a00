import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const MiB = 1024 * 1024;
/** What is read of each kind of input, in bytes. */
export const inputLimits = {
  config: MiB / 16,
  waivers: MiB / 2,
  fixtures: MiB,
  archive: 512 * MiB,
  attachments: 256 * MiB,
};

/** There is more of an input than is read. */
class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor(most: number) {
    super(`it is larger than ${most < MiB ? `${most / 1024} KiB` : `${most / MiB} MiB`}`);
  }
}

/**
 * Reads a text file, and of an endless one only its beginning.
 *
 * @param most bytes
 * @throws {TooLarge} and errors of the system
 */
export async function readInput(file: string, most: number): Promise<string> {
  const handle = await open(file, constants.O_RDONLY);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return await textWithin(most, handle.createReadStream({ autoClose: false }));
    if (stats.size > most) throw new TooLarge(most);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** @throws {TooLarge} when more comes than may */
export async function textWithin(most: number, chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw new TooLarge(most);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
