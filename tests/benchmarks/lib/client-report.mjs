// @ts-check
import { markdownTable } from '../../../scripts/lib/markdown-table.mjs';
import { machine } from './machine.mjs';
import { median } from './statistics.mjs';

/** @typedef {readonly Readonly<Record<string, import('./measure-client.mjs').Cost>>[]} Costs of each round, by way */

const titles = {
  bare: 'bare `fetch`',
  patient: '`fetch` with a time limit',
  openapiFetch: 'openapi-fetch',
  client: 'the client',
};

/** Milliseconds of a round trip between a client and a service in the same region, and over the internet. */
const roundTripsMs = [2, 20, 100];

/** @param {Costs} costs @param {string} name @param {'wallUs' | 'cpuUs'} what */
const usOf = (costs, name, what) => median(costs.map((cost) => cost[name]?.[what] ?? Number.NaN));
/** What it adds to a bare fetch. @param {Costs} costs @param {string} name @param {'wallUs' | 'cpuUs'} what */
const addedOf = (costs, name, what) =>
  median(costs.map((cost) => (cost[name]?.[what] ?? Number.NaN) - (cost.bare?.[what] ?? Number.NaN)));

/**
 * @param {readonly { title: string, costs: Costs }[]} results
 * @param {import('./measure-client.mjs').How} how
 * @returns {string} Markdown that can be read in a terminal as well
 */
export function clientReport(results, { rounds, batches, calls }) {
  const table = (/** @type {string} */ head, /** @type {'wallUs' | 'cpuUs'} */ what) =>
    markdownTable([
      [head, ...results.map(({ title }) => title)],
      ...Object.entries(titles).map(([name, title]) => [
        title,
        ...results.map(({ costs }) => {
          const added = addedOf(costs, name, what);
          const sign = added < 0 ? '−' : '+';
          return `${usOf(costs, name, what).toFixed(0)} (${sign}${Math.abs(added).toFixed(0)})`;
        }),
      ]),
    ]);
  const added = addedOf(results[0]?.costs ?? [], 'client', 'cpuUs');
  const shares = roundTripsMs.map((ms) => `${((added / (ms * 1_000)) * 100).toFixed(1)} % of ${ms} ms`);

  return `${machine()}. \`npm run bench:client\`: reads one after the other from a mock in another process, responses parsed;
medians of ${rounds} rounds, in each of which every way has ${batches} turns of ${calls} calls.

${table('µs per call', 'wallUs')}

${table('work of the caller, µs', 'cpuUs')}

In brackets: the difference to a bare fetch, the median of the rounds. It is the price of the \`Request\` and \`Response\` objects,
the timer and the signal of each call. The work that the client adds to the smallest read is ${shares.join(', ')} of round trip.`;
}
