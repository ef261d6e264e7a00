// @ts-check
import { markdownTable } from '../../../scripts/lib/pages/markdown-table.mjs';
import { machine } from './machine.mjs';
import { median } from './statistics.mjs';

/** @typedef {readonly Readonly<Record<string, import('./measure-client.mjs').Cost>>[]} Costs of each round, by contender */

const titles = {
  bare: 'bare `fetch`',
  withTimeout: '`fetch` with a timeout',
  openapiFetch: 'openapi-fetch',
  client: 'the client',
};

/** Typical round-trip times in milliseconds: within a region, and over the internet. */
const roundTripsMs = [2, 20, 100];

/** @param {Costs} costs @param {string} name @param {'wallUs' | 'cpuUs'} what */
const usOf = (costs, name, what) => median(costs.map((cost) => cost[name]?.[what] ?? Number.NaN));
/** Returns the overhead over a bare fetch. @param {Costs} costs @param {string} name @param {'wallUs' | 'cpuUs'} what */
const addedOf = (costs, name, what) =>
  median(costs.map((cost) => (cost[name]?.[what] ?? Number.NaN) - (cost.bare?.[what] ?? Number.NaN)));

/**
 * @param {readonly { title: string, costs: Costs }[]} results
 * @param {import('./measure-client.mjs').How} how
 * @returns {string} Markdown that is readable in a terminal
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

  return `${machine()}. \`npm run bench:client\`: sequential reads from a mock in another process, with parsed responses;
medians of ${rounds} rounds of ${batches} batches of ${calls} calls for each row.

${table('µs per call', 'wallUs')}

${table('CPU time per call, µs', 'cpuUs')}

In parentheses: the overhead over a bare fetch, as the median of the rounds. It is caused by the \`Request\` and \`Response\` objects,
the timer and the signal of each call. The CPU time that the client adds to the smallest read is ${shares.join(', ')} round-trip time.`;
}
