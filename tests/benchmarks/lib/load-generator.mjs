// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinned } from './cores.mjs';

const program = fileURLToPath(new URL('load-process.mjs', import.meta.url));

/**
 * @typedef {object} LoadGenerator
 * @property {(load: import('./load.mjs').Load) => Promise<import('./load.mjs').Counted>} send
 * @property {() => void} end
 */

/** @returns {LoadGenerator} a process of its own, as it must not take time from what is measured */
export function startLoadGenerator() {
  const [command = '', ...args] = [...pinned('load'), process.execPath, program];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    async send(load) {
      child.send(load);
      const [{ counted, problem }] = await once(child, 'message');
      if (problem) throw new Error(problem);
      return counted;
    },
    end: () => child.disconnect(),
  };
}
