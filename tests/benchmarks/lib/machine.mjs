// @ts-check
import { cpus, loadavg, totalmem } from 'node:os';
import { canPin } from './cores.mjs';

/** What else the machine had to do before anything was measured. */
const [loadBefore = 0] = loadavg();

/**
 * What a run was made on, for those who compare figures.
 *
 * @param {boolean} [isPinned] whether server and load have a core each
 * @returns {string}
 */
export function machine(isPinned = canPin) {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${model}, ${cpus().length} cores, ${gigabytes} GB; Node ${process.versions.node}; ${process.platform}; load average ${loadBefore.toFixed(1)} before it; ${
    isPinned ? 'servers on one core, load on another' : 'servers and load share the cores'
  }`;
}

/** @returns {string} */
export const today = () => new Date().toISOString().slice(0, 10);
