// @ts-check
import { cpus, loadavg, totalmem } from 'node:os';
import { canPin } from './cores.mjs';

/** What else the machine had to do before anything was measured. */
const [loadBefore = 0] = loadavg();

/** @returns {string} what a run was made on, for those who compare figures */
export function machine() {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${model}, ${cpus().length} cores, ${gigabytes} GB; Node ${process.versions.node}; ${process.platform}; load average ${loadBefore.toFixed(1)} before it; ${
    canPin ? 'servers on one core, load on another' : 'servers and load share the cores'
  }`;
}

/** @returns {string} */
export const today = () => new Date().toISOString().slice(0, 10);
