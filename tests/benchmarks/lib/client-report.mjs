// @ts-check

import { markdownTable } from '../../../scripts/lib/markdown-table.mjs';
import { machine, today } from './machine.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./measure-client.mjs').Cost} Cost */

const titles = {
  bare: 'bare `fetch`',
  signal: '`fetch` with a signal',
  patient: '`fetch` that gives up after 30 s',
  client: 'the client',
};
const most = 1.1;

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
  const times = (costs, name, what) =>
    median(costs.map((cost) => (cost[name]?.[what] ?? Number.NaN) / (cost.bare?.[what] ?? Number.NaN)));
  /**
   * @param {string} head
   * @param {(costs: readonly Record<string, Cost>[], name: string) => string} show
   */
  const rows = (head, show) =>
    markdownTable([
      [head, ...results.map(({ title }) => title)],
      ...Object.entries(titles).map(([name, title]) => [
        title,
        ...results.map(({ costs }) => show(costs, name)),
      ]),
    ]);
  /** @param {keyof Cost} what */
  const figures =
    (what) => (/** @type {readonly Record<string, Cost>[]} */ costs, /** @type {string} */ name) => {
      const us = median(costs.map((cost) => cost[name]?.[what] ?? Number.NaN));
      return `${us.toFixed(0)} (${times(costs, name, what).toFixed(2)} ×)`;
    };
  const goals = results.map(({ title, costs }) => {
    const reached = times(costs, 'client', 'wallUs');
    return `- ${reached <= most ? 'met' : 'not met'}: the time of a bare fetch, ${title}: ${reached.toFixed(2)} ×, at most ${most.toFixed(2)}`;
  });

  return `${machine()}; ${today()}. \`npm run bench:client\`: reads one after the other from a mock in another process, answers parsed;
medians of ${rounds} rounds, in each of which every way has ${batches} turns of ${calls} calls.

${rows('µs until the answer is there', figures('wallUs'))}

${rows('work of the caller, µs', figures('cpuUs'))}

In brackets: times a bare fetch, the median of the rounds. A bare fetch waits for ever. The client gives up when time is up or its
caller says so, for which \`fetch\` needs a signal; the second row is what a signal costs by itself. It is a fixed price of each
request, so it weighs most where the answer is small, and another one in each version of Node. What the client does beside (its
timer, address, headers, retries, envelope) is the step from the second row to the last.

What was to be reached:

${goals.join('\n')}`;
}
