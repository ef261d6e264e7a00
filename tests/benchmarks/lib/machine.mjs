// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What else the machine had to do before anything was measured. */
const [loadBefore = 0] = loadavg();
/** Whether servers and load can have a core each, so that neither takes time from the other. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
const cores = { servers: '0', load: '1' };

/** @returns {string[]} what stands before the command of a server, so that it runs on the servers' core */
export const onServersCore = () => (canPin ? ['taskset', '-c', cores.servers] : []);

/** Leaves the servers' core to them; processes that this one forks do so too. */
export function leaveServersCore() {
  if (canPin) execFileSync('taskset', ['-cp', cores.load, String(process.pid)], { stdio: 'ignore' });
}

/** What a run was made on, and when. @param {boolean} [isPinned] whether servers and load had a core each */
export function machine(isPinned = canPin) {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const pinning = isPinned ? 'servers on one core, load on another' : 'servers and load share the cores';
  const day = new Date().toISOString().slice(0, 10);
  return `${model}, ${cpus().length} cores, ${gigabytes} GB; Node ${process.versions.node}; ${process.platform}; load average ${loadBefore.toFixed(1)} before it; ${pinning}; ${day}`;
}
