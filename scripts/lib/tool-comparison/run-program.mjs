// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const patienceMinutes = 10;

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<{ code: number | null, output: string, seconds: number }>} what it wrote anywhere
 * @throws {Error} when there is no such program, or it does not end
 */
export async function runProgram(command, args, { cwd } = {}) {
  const start = performance.now();
  const child = spawn(command, args, {
    ...(cwd ? { cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(patienceMinutes * 60_000),
    killSignal: 'SIGKILL',
  });
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = await once(child, 'close').catch((error) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `There is no program ${command} here; install it, and run this again.`
        : `${command} did not end within ${patienceMinutes} minutes: ${output}`,
    );
  });
  return { code, output, seconds: (performance.now() - start) / 1000 };
}
