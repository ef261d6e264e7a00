// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number | null, output: string, seconds: number }>} what it wrote anywhere
 */
export async function runProgram(command, args, { cwd, timeoutMs = 600_000 } = {}) {
  const start = performance.now();
  const child = spawn(command, args, {
    ...(cwd ? { cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = await once(child, 'close');
  return { code, output, seconds: (performance.now() - start) / 1000 };
}
