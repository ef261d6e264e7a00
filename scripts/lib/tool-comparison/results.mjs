// @ts-check
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Opens a cache of results in a file.
 *
 * @param {string} path
 */
export function openResults(path) {
  const results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return {
    /**
     * @param {string} name
     * @param {() => Promise<any>} measure
     */
    async once(name, measure) {
      if (!(name in results)) {
        results[name] = await measure();
        // Written atomically, because the run may be stopped at any time.
        writeFileSync(`${path}.new`, JSON.stringify(results));
        renameSync(`${path}.new`, path);
      }
      return results[name];
    },
  };
}
