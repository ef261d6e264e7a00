// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The load of the machine before the benchmark. */
const [loadBefore = 0] = loadavg();
/** Whether servers and load generator can be pinned to different cores. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
const cores = { servers: '0', load: '1' };

/** @returns {string[]} the prefix of a command that runs a server on the servers' core */
export const onServersCore = () => (canPin ? ['taskset', '-c', cores.servers] : []);

/** Moves this process and its child processes off the servers' core. */
export function leaveServersCore() {
  if (canPin) execFileSync('taskset', ['-cp', cores.load, String(process.pid)], { stdio: 'ignore' });
}

/** Describes the machine and the date of a run. @param {boolean} [isPinned] whether servers and load have separate cores */
export function machine(isPinned = canPin) {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const pinning = isPinned ? 'servers on one core, load on another' : 'servers and load share the cores';
  const day = new Date().toISOString().slice(0, 10);
  return `${model}, ${cpus().length} cores, ${gigabytes} GB; Node ${process.versions.node}; ${process.platform}; load average ${loadBefore.toFixed(1)} before the run; ${pinning}; ${day}`;
}
