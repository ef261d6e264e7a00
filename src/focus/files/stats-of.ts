import { type Stats, statSync } from 'node:fs';
import { FocusError } from '../focus-error.js';

/**
 * Returns the properties of a file or a directory; undefined if it does not exist.
 *
 * @throws {FocusError} if a part of the path is a file, or cannot be searched
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new FocusError(`Cannot read ${path}: ${(error as Error).message}.`);
  }
}
