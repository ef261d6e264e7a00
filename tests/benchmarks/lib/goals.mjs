// @ts-check
import { reads } from './workloads.mjs';

/** @typedef {{ what: string, reached: number, goal: string, isMet: boolean }} Goal */

/**
 * Returns the goals of the mock and its results, without those that were not measured.
 *
 * @param {import('./measure-mock.mjs').Results} results
 * @returns {Goal[]}
 */
export function goalsOf({ rates, starts, large }) {
  const ratio = (/** @type {string} */ one, /** @type {string} */ other) =>
    (rates.get(one)?.median ?? Number.NaN) / (rates.get(other)?.median ?? Number.NaN);
  const slowestRead = (/** @type {string} */ server) => slowestOf('mock', server);
  const slowestOf = (/** @type {string} */ mock, /** @type {string} */ server) =>
    Math.min(...Object.keys(reads).map((id) => ratio(`${mock} ${id}`, `${server} ${id}`)));
  const start = (starts.get('mock') ?? Number.NaN) / (starts.get('prism') ?? Number.NaN);
  const page = large ? ratio('mock other', 'large other') : Number.NaN;
  const goals = /** @type {const} */ ([
    ['at least', 15, 'the speed of Prism, on the slowest read', slowestRead('prism')],
    ['at least', 6, 'the speed of Prism without logging, on the slowest read', slowestRead('quiet')],
    ['at least', 12, 'the same with the log of this mock in a file', slowestOf('logged', 'quiet')],
    ['at least', 0.8, 'the speed without the log, with it, on the slowest read', slowestOf('logged', 'mock')],
    ['at least', 0.8, 'the same with 100 API keys', slowestOf('manyKeys', 'mock')],
    ['at least', 0.5, 'the speed of bare node:http, on the slowest read', slowestRead('ready')],
    ['at least', 0.25, 'the speed of bare node:http, on a POST', ratio('mock post', 'ready post')],
    ['at most', 0.25, "Prism's time to the first response", start],
    ['at most', 2, 'the time of a page of 13 commitments, for a page of 100,000', page],
  ]);
  return goals
    .filter(([, , , reached]) => !Number.isNaN(reached))
    .map(([bound, limit, what, reached]) => ({
      what,
      reached,
      goal: `${bound} ${limit}`,
      isMet: bound === 'at least' ? reached >= limit : reached <= limit,
    }));
}
