// @ts-check
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Results of earlier runs in a file, so that what was measured once need not be again.
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
        // Whole or not at all, whenever the run is stopped.
        writeFileSync(`${path}.new`, JSON.stringify(results));
        renameSync(`${path}.new`, path);
      }
      return results[name];
    },
  };
}
