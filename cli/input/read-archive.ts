import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { BadHar } from '../../conformance/engine/traffic/read-har.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import { inputLimits, readInput } from './read-input.js';
import { unreadable } from './unreadable.js';

/** Reads the text of an HTTP archive. @throws {BadHar} if the file cannot be read */
export async function readArchive(file: string): Promise<string> {
  try {
    return await readInput(file, inputLimits.archive);
  } catch (error) {
    throw new BadHar(unreadable(file, error as Error));
  }
}

/**
 * Reads bodies that Playwright saved as separate files in the folder of the archive or below it. Only regular
 * files are read, and no symbolic links that lead out of that folder.
 */
export function attachmentsOf(file: string): (name: string) => string | undefined {
  const cache = new Map<string, string | undefined>();
  let bytesLeft = inputLimits.attachments;
  const readAttached = (name: string): string | undefined => {
    let descriptor: number | undefined;
    try {
      const folder = realpathSync(dirname(file));
      const path = join(realpathSync(dirname(join(folder, name))), basename(name));
      if (!path.startsWith(join(folder, sep))) return undefined;
      descriptor = openSync(
        path,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > bytesLeft) return undefined;
      bytesLeft -= stats.size;
      return readFileSync(descriptor, 'utf8');
    } catch {
      return undefined;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  };
  return (name) => getOrInsert(cache, name, readAttached);
}
