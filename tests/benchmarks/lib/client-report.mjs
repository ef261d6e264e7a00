// @ts-check

import { markdownTable } from '../../../scripts/lib/markdown-table.mjs';
import { machine, today } from './machine.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./measure-client.mjs').Cost} Cost */

const titles = {
  bare: 'bare `fetch`',
  patient: '`fetch` with a time limit',
  openapiFetch: 'openapi-fetch',
  client: 'the client',
};

/** Milliseconds of a round trip between a client and a service in the same region, and over the internet. */
const roundTripsMs = [2, 20, 100];

/**
 * @param {readonly { title: string, costs: readonly Record<string, Cost>[] }[]} results
 * @param {import('./measure-client.mjs').How} how
 * @returns {string} Markdown that can be read in a terminal as well
 */
export function clientReport(results, { rounds, batches, calls }) {
  /**
   * @param {readonly Record<string, Cost>[]} costs
   * @param {string} name
   * @param {keyof Cost} what
   */
  const usOf = (costs, name, what) => median(costs.map((cost) => cost[name]?.[what] ?? Number.NaN));
  /**
   * @param {readonly Record<string, Cost>[]} costs
   * @param {string} name
   * @param {keyof Cost} what
   */
  const addedOf = (costs, name, what) =>
    median(costs.map((cost) => (cost[name]?.[what] ?? Number.NaN) - (cost.bare?.[what] ?? Number.NaN)));
  /**
   * @param {string} head
   * @param {keyof Cost} what
   */
  const table = (head, what) =>
    markdownTable([
      [head, ...results.map(({ title }) => title)],
      ...Object.entries(titles).map(([name, title]) => [
        title,
        ...results.map(
          ({ costs }) => `${usOf(costs, name, what).toFixed(0)} (${signed(addedOf(costs, name, what))})`,
        ),
      ]),
    ]);
  const [smallest] = results;
  const added = smallest ? addedOf(smallest.costs, 'client', 'cpuUs') : Number.NaN;
  const shares = roundTripsMs.map((ms) => `${((added / (ms * 1_000)) * 100).toFixed(1)} % of ${ms} ms`);

  return `${machine()}; ${today()}. \`npm run bench:client\`: reads one after the other from a mock in another process, responses parsed;
medians of ${rounds} rounds, in each of which every way has ${batches} turns of ${calls} calls.

${table('µs per call', 'wallUs')}

${table('work of the caller, µs', 'cpuUs')}

In brackets: the difference to a bare fetch, the median of the rounds. It is the price of the \`Request\` and \`Response\` objects,
the timer and the signal of each call. The work that the client adds to the smallest read is ${shares.join(', ')} of round trip.`;
}

/** @param {number} us */
function signed(us) {
  return `${us < 0 ? '−' : '+'}${Math.abs(us).toFixed(0)}`;
}
