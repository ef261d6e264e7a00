import { FocusError } from '../focus-error.js';
import { statsOf } from './stats-of.js';

/** Returns a function that throws if one of the files has been replaced, written or removed since this call. */
export function refuseChangesOf(files: readonly string[]): () => void {
  const before = files.map(stateOf);
  return () => {
    const changed = files.find((file, index) => stateOf(file) !== before[index]);
    if (changed !== undefined) {
      throw new FocusError(`${changed} was changed while it was read. Start again when it is complete.`);
    }
  };
}

function stateOf(file: string): string {
  const stats = statsOf(file);
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
}
