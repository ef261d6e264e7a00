import { getOrInsertUpTo } from '../../src/get-or-insert.js';

/** Caches a computed value by name until the version changes. */
export type Memo = <T>(name: string, compute: () => T) => T;

/**
 * @param version identifies the state that values are computed from; a change clears the cache
 * @param max limits the cached values, because names can contain values from requests
 */
export function createMemo(version: () => unknown, max: number): Memo {
  const cache = new Map<string, unknown>();
  let current: unknown;
  return <T>(name: string, compute: () => T): T => {
    const latest = version();
    if (latest !== current) {
      cache.clear();
      current = latest;
    }
    return getOrInsertUpTo(max, cache, name, compute) as T;
  };
}
