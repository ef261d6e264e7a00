// @ts-check
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { runProgram } from './run-program.mjs';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];
const here = (/** @type {string} */ path) => join(root, 'tests/independent', path);

/**
 * Servers that keep the contract and are not the mock: whatever a tool finds in one is a false alarm.
 *
 * @param {any} sources
 * @param {string} folder for what has to be compiled
 * @returns {Record<string, () => Promise<any>>} how to open each, by name
 */
export function independentServers({ independentBase, listening, start }, folder) {
  const program = async (/** @type {string[]} */ command, /** @type {object} */ more = {}) => {
    const { url, stop } = await start(command, apiKeys);
    return listening(url, { apiKeys, ...more, close: stop });
  };
  return {
    typescript: async () => independentBase(),
    python: () => program(['python3', '-B', here('python/server.py')]),
    async go() {
      const binary = join(folder, 'independent');
      const { code, output } = await runProgram('go', ['build', '-o', binary, '.'], { cwd: here('go') });
      if (code !== 0) throw new Error(`go build failed: ${output}`);
      return program([binary], { fixtures: { audit_id: 8_000_000_001 } });
    },
  };
}
