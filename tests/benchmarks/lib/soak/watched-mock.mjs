// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../../scripts/lib/paths.mjs';
import { pinned } from '../cores.mjs';

const probe = new URL('probe.mjs', import.meta.url).href;

/**
 * @typedef {object} WatchedMock
 * @property {number} port
 * @property {() => Promise<{ heap: number, resident: number }>} memory after a collection of garbage
 * @property {() => readonly string[]} complaints what it has written to standard error
 * @property {Promise<never>} crash rejects when it ends by itself
 * @property {() => Promise<void>} stop asks it to end, and waits until it has
 */

/** @returns {Promise<WatchedMock>} the real command, with something beside it that looks at its memory */
export async function startWatchedMock() {
  const program = join(root, 'dist/cli/main.js');
  const [command = '', ...args] = [
    ...pinned('server'),
    process.execPath,
    ...['--expose-gc', '--import', probe],
    ...[program, 'mock', '--port', '0', '--rate-limit', '1000000000'],
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const ended = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let isStopping = false;
  /** @type {string[]} */
  const complaints = [];
  createInterface(/** @type {import('node:stream').Readable} */ (child.stderr)).on('line', (line) => {
    // What it says at its start is no complaint.
    if (!/^(Keys|Try|Control plane): /.test(line) && complaints.length < 100) complaints.push(line);
  });
  const crash = ended.then(([code, signal]) => {
    if (isStopping) return new Promise(() => {});
    throw new Error(`The mock has ended (${signal ?? `exit code ${code}`}): ${complaints.join('\n')}`);
  });
  crash.catch(() => {});
  const lines = createInterface(/** @type {import('node:stream').Readable} */ (child.stdout));
  const [url] = await Promise.race([once(lines, 'line'), crash]);
  return {
    port: Number(new URL(url).port),
    async memory() {
      child.send('sample');
      const [sample] = await Promise.race([once(child, 'message'), crash]);
      return sample;
    },
    complaints: () => complaints,
    crash: /** @type {Promise<never>} */ (crash),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
