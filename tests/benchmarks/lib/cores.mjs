// @ts-check
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether server and load can have a core each, so that neither takes time from the other. */
export const canPin = availableParallelism() > 1 && hasTaskset();

/** Which core the servers run on, and which one everything else. */
const cores = { server: '0', load: '1' };

/**
 * @param {keyof typeof cores} role
 * @returns {string[]} what to write before a command, so that it runs on its core
 */
export function pinned(role) {
  return canPin ? ['taskset', '-c', cores[role]] : [];
}

/** Leaves the core of the servers to them. */
export function pinThisProcess() {
  if (canPin) execFileSync('taskset', ['-cp', cores.load, String(process.pid)], { stdio: 'ignore' });
}

function hasTaskset() {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
