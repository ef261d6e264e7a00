// @ts-check
import { fill } from './load.mjs';
import { median, spread } from './statistics.mjs';

/**
 * @typedef {object} Rate responses per second, over all rounds
 * @property {number} median
 * @property {number} spread see {@link spread}
 * @property {number} cpuUs processor time of the server per response, in microseconds
 * @property {number} busy the maximum CPU utilization of the load process, from 0 to 1
 */
/**
 * @typedef {object} Target
 * @property {string} name
 * @property {import('./workloads.mjs').Workload} workload
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {() => Promise<void>} [after] deletes the resources that the load created
 */

/**
 * Loads each target once per round, so that other load on the machine affects all of them.
 *
 * @param {readonly Target[]} targets
 * @param {import('./load.mjs').LoadGenerator} generator
 * @param {{ rounds: number, milliseconds: number, connections: number }} how
 * @param {(text: string) => void} log
 * @returns {Promise<Map<string, Rate>>} by the target's name
 * @throws {Error} if a response is unexpected
 */
export async function measureRates(targets, generator, { rounds, milliseconds, connections }, log) {
  const none = /** @type {readonly number[]} */ ([]);
  const runs = targets.map((target) => ({
    target,
    rates: [...none],
    costs: [...none],
    busy: [...none],
  }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const run of runs) {
      const { name, workload, server, after } = run.target;
      log(`round ${round} of ${rounds}: ${name}`);
      const { status } = await checked(workload, server.port, name);
      const load = { port: server.port, sent: workload, status, connections };
      // Warm-up: long in the first round for the JIT compiler, short later for caches.
      await generator.send({
        ...load,
        milliseconds: round === 1 ? milliseconds : Math.max(milliseconds / 5, 100),
      });
      const cpuMs = server.cpuMs();
      const counted = await generator.send({ ...load, milliseconds });
      run.costs.push(((server.cpuMs() - cpuMs) * 1000) / counted.responses);
      await after?.();
      run.rates.push((counted.responses * 1000) / counted.milliseconds);
      run.busy.push(counted.busy);
    }
  }
  return new Map(
    runs.map(({ target, rates, costs, busy }) => [
      target.name,
      {
        median: median(rates),
        spread: spread(rates),
        cpuUs: median(costs),
        busy: Math.max(...busy),
      },
    ]),
  );
}

/**
 * Sends one request and checks that the response is comparable to that of the other servers.
 *
 * @param {import('./workloads.mjs').Workload} workload
 * @param {number} port
 * @param {string} name
 * @returns {Promise<{ status: number, headers: Headers, text: string }>}
 */
export async function checked({ method, target, headers, body, isExpected }, port, name) {
  const filled = Object.entries(headers).map(([key, value]) => /** @type {const} */ ([key, fill(value)]));
  const response = await fetch(`http://127.0.0.1:${port}${fill(target)}`, {
    method,
    headers: Object.fromEntries(filled),
    ...(body === '' ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok || !isExpected(JSON.parse(text).data)) {
    throw new Error(`Unexpected response of ${name}: ${response.status} ${text.slice(0, 300)}`);
  }
  return { status: response.status, headers: response.headers, text };
}
