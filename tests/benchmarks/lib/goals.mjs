// @ts-check
import { reads } from './workloads.mjs';

/** @typedef {{ what: string, reached: number, goal: string, isMet: boolean }} Goal */

/**
 * What the mock is to reach, and what it has; what was not measured is left out.
 *
 * @param {import('./measure-mock.mjs').Results} results
 * @returns {Goal[]}
 */
export function goalsOf({ rates, starts, large }) {
  /**
   * @param {string} one
   * @param {string} other
   */
  const ratio = (one, other) =>
    (rates.get(one)?.median ?? Number.NaN) / (rates.get(other)?.median ?? Number.NaN);
  /** @param {string} server */
  const slowestRead = (server) =>
    Math.min(...Object.keys(reads).map((id) => ratio(`mock ${id}`, `${server} ${id}`)));
  const goals = [
    atLeast(15, 'the speed of Prism, on the slowest read', slowestRead('prism')),
    atLeast(6, 'the speed of Prism with its log quiet, on the slowest read', slowestRead('quiet')),
    atLeast(0.5, 'the speed of bare node:http, on the slowest read', slowestRead('ready')),
    atLeast(0.25, 'the speed of bare node:http, on a POST', ratio('mock post', 'ready post')),
    atMost(
      0.25,
      "Prism's time to the first answer",
      (starts.get('mock') ?? Number.NaN) / (starts.get('prism') ?? Number.NaN),
    ),
    atMost(
      2,
      'the time of a page of a few commitments, for one of 100,000',
      large ? ratio('mock other', 'large other') : Number.NaN,
    ),
  ];
  return goals.filter(({ reached }) => !Number.isNaN(reached));
}

/**
 * @param {number} goal
 * @param {string} what
 * @param {number} reached
 * @returns {Goal}
 */
function atLeast(goal, what, reached) {
  return { what, reached, goal: `at least ${goal}`, isMet: reached >= goal };
}

/**
 * @param {number} goal
 * @param {string} what
 * @param {number} reached
 * @returns {Goal}
 */
function atMost(goal, what, reached) {
  return { what, reached, goal: `at most ${goal}`, isMet: reached <= goal };
}
