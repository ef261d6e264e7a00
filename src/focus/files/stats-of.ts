import { type Stats, statSync } from 'node:fs';
import { FocusError } from '../focus-error.js';

/**
 * Returns the properties of a file or a directory; undefined if it does not exist, as in a path through a file.
 *
 * @throws {FocusError} if a part of the path cannot be searched
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Node 26 returns undefined.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw new FocusError(`Cannot read ${path}: ${(error as Error).message}.`);
  }
}
