import { sharedWorldLimits } from './limits.js';
import type { Clock } from './types.js';

/** Keeps the text of reads for as long as nothing it shows can have changed. */
export interface ReadCache {
  get(name: string): string | undefined;
  set(name: string, text: string): void;
  /** To be called by whatever may change an answer. */
  clear(): void;
}

/**
 * The world is a function of its state and of the time, which it tells to the second. So what was
 * answered holds until the next write or the next second, and a page that is asked for a thousand
 * times a second is put together once.
 *
 * @param mostCharacters of all names and texts together
 */
export function createReadCache(clock: Clock, mostCharacters = sharedWorldLimits.reads): ReadCache {
  const texts = new Map<string, string>();
  let second = Number.NaN;
  let characters = 0;
  const clear = () => {
    texts.clear();
    characters = 0;
  };
  return {
    get(name) {
      const now = Math.floor(clock.now() / 1000);
      if (now !== second) {
        second = now;
        clear();
      }
      return texts.get(name);
    },
    set(name, text) {
      const added = name.length + text.length;
      if (added > mostCharacters) return;
      if (characters + added > mostCharacters) clear();
      characters += added;
      texts.set(name, text);
    },
    clear,
  };
}
