// @ts-check
import { writer } from './load.mjs';
import { median, spread } from './statistics.mjs';
import { apiKey, requestOf } from './workloads.mjs';

/**
 * @typedef {object} Rate answers a second, over all rounds
 * @property {number} median
 * @property {number} spread see {@link spread}
 * @property {number} cpuUs microseconds that the server is at work for one answer, whatever else the machine does
 * @property {number} bytes of one body
 * @property {number} busy the share of time in which the load was at work itself; near 1 it is the limit
 */

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {import('./workloads.mjs').Workload} workload
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {(() => Promise<void>) | undefined} [after] what makes good what the load has done
 */

/**
 * Loads each target once a round, so that what else the machine does in the meantime befalls all of them.
 *
 * @param {readonly Target[]} targets
 * @param {import('./load-generator.mjs').LoadGenerator} generator
 * @param {{ rounds: number, milliseconds: number, connections: number }} how
 * @param {(text: string) => void} tell
 * @returns {Promise<Map<string, Rate>>} by the target's name
 * @throws when an answer is not what it has to be
 */
export async function measureRates(targets, generator, { rounds, milliseconds, connections }, tell) {
  const runs = targets.map((target) => ({
    target,
    rates: /** @type {number[]} */ ([]),
    costs: /** @type {number[]} */ ([]),
    busy: 0,
    bytes: 0,
  }));
  for (let round = 1; round <= rounds; round++) {
    for (const run of runs) {
      const { name, workload, server, after } = run.target;
      const { port } = server;
      tell(`round ${round} of ${rounds}: ${name}`);
      const { status, bytes } = await checked(workload, port, name);
      const load = { port, request: requestOf(workload), status, connections };
      // Before the first round code is still being compiled; later ones only need their caches back.
      await generator.send({ ...load, milliseconds: round === 1 ? milliseconds : milliseconds / 5 });
      const cpuMs = server.cpuMs();
      const counted = await generator.send({ ...load, milliseconds });
      run.costs.push(((server.cpuMs() - cpuMs) * 1000) / counted.answers);
      await after?.();
      run.rates.push((counted.answers * 1000) / counted.milliseconds);
      run.busy = Math.max(run.busy, counted.busy);
      run.bytes = bytes;
    }
  }
  return new Map(
    runs.map(({ target, rates, costs, busy, bytes }) => [
      target.name,
      { median: median(rates), spread: spread(rates), cpuUs: median(costs), bytes, busy },
    ]),
  );
}

/**
 * Asks once, and looks at the answer: nobody should be praised for the speed of something else.
 *
 * @param {import('./workloads.mjs').Workload} workload
 * @param {number} port
 * @param {string} name
 * @returns {Promise<{ status: number, bytes: number, headers: Headers, text: string }>}
 */
export async function checked(workload, port, name) {
  const { method, target, headers, body, fits } = workload;
  const response = await fetch(`http://127.0.0.1:${port}${writer(target)()}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, writer(value)()])),
    },
    ...(method === 'GET' ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok || !fits(JSON.parse(text).data)) {
    throw new Error(`${name} does not answer as it should: ${response.status} ${text.slice(0, 300)}`);
  }
  return { status: response.status, bytes: Buffer.byteLength(text), headers: response.headers, text };
}
