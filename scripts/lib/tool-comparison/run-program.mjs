// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const timeoutMinutes = 10;

/**
 * Runs a program until it exits.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<{ code: number | null, output: string, seconds: number }>} `output` is standard output and standard error
 * @throws {Error} if the program does not exist or does not exit in time
 */
export async function runProgram(command, args, { cwd } = {}) {
  const start = performance.now();
  const child = spawn(command, args, {
    ...(cwd ? { cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(timeoutMinutes * 60_000),
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
        ? `Command not found: ${command}. Install it and try again.`
        : `${command} did not exit within ${timeoutMinutes} minutes: ${output}`,
    );
  });
  return { code, output, seconds: (performance.now() - start) / 1000 };
}
