// @ts-check
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { runProgram } from './run-program.mjs';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];
const pathOf = (/** @type {string} */ path) => join(root, 'tests/independent', path);

/**
 * Servers other than the mock that conform to the contract. Every finding of a tool on them is a false alarm.
 *
 * @param {any} sources
 * @param {string} folder output folder of compiled servers
 * @returns {Record<string, () => Promise<any>>} functions that start a server, by name
 */
export function independentServers({ independentBase, listening, start }, folder) {
  const program = async (/** @type {string[]} */ command, /** @type {object} */ more = {}) => {
    const { url, stop } = await start(command, apiKeys);
    return listening(url, { apiKeys, ...more, close: stop });
  };
  return {
    typescript: async () => independentBase(),
    python: () => program(['python3', '-B', pathOf('python/server.py')]),
    async go() {
      const binary = join(folder, 'independent');
      const { code, output } = await runProgram('go', ['build', '-o', binary, '.'], { cwd: pathOf('go') });
      if (code !== 0) throw new Error(`go build failed: ${output}`);
      return program([binary], { fixtures: { audit_id: 8_000_000_001 } });
    },
  };
}
