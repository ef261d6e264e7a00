// @ts-check

import { markdownTable } from '../../../scripts/lib/pages/markdown-table.mjs';
import { goalsOf } from './goals.mjs';
import { machine } from './machine.mjs';
import { reads, writes } from './workloads.mjs';

/** @typedef {import('./measure-mock.mjs').Results} Results */
/** @typedef {import('./rates.mjs').Rate} Rate */

const posts = { post: writes.post };
const megabyte = 2 ** 20;
/** Above this utilization, the load generator may be slower than the server. */
const maxBusy = 0.9;

/** @param {number} value */
const whole = (value) => Math.round(value).toLocaleString('en-US');
/** @param {number} value */
const times = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ×`;

/**
 * @param {import('./measure-mock.mjs').Servers} servers
 * @param {Results} results
 * @param {import('./measure-mock.mjs').How} how
 * @returns {string} Markdown that is readable in a terminal
 */
export function mockReport(servers, results, { rounds, milliseconds, connections }) {
  const { rates } = results;
  const all = [...rates.values()];
  const widestSpread = Math.max(...all.map(({ spread }) => spread));
  const busiest = Math.max(...all.map(({ busy }) => busy));
  /**
   * @param {string} title
   * @param {Readonly<Record<string, import('./workloads.mjs').Workload>>} columns
   * @param {(rate: Rate, ofMock: Rate) => string} show
   * @param {import('./measure-mock.mjs').Servers} [rows]
   */
  const perServer = (title, columns, show, rows = servers) =>
    markdownTable([
      [title, ...Object.values(columns).map((column) => column.title)],
      ...Object.entries(rows).map(([name, server]) => [
        server.title,
        ...Object.keys(columns).map((id) => {
          const rate = rates.get(`${name} ${id}`);
          return rate ? show(rate, /** @type {Rate} */ (rates.get(`mock ${id}`))) : '';
        }),
      ]),
    ]);

  const { mock: _, ...others } = servers;
  return `${machine()}. \`npm run bench:mock\`: ${connections} connections from another process, each with
sequential requests; medians of ${rounds} rounds of ${milliseconds} ms for every server and request.

${perServer('responses per second', { ...reads, ...writes }, (rate) => whole(rate.median))}

${perServer('speed of this mock relative to', { ...reads, ...posts }, (rate, mock) => times(mock.median / rate.median), others)}

${perServer('CPU time per response, µs', { ...reads, ...writes }, (rate) => rate.cpuUs.toFixed(1))}

The CPU time of the server depends less on other load on the machine. The interquartile range of the rounds is at most
${whole(widestSpread * 100)} % of the median. The CPU utilization of the load generator is at most ${whole(busiest * 100)} %; from ${whole(maxBusy * 100)} % on, it is partly the bottleneck.

${processes(servers, results)}
${large(results)}
Goals:

${goals(results)}

A CPU profile (\`node --cpu-prof\`) shows that most of the time of a read is spent in node:http. For the list of providers, writing to
the socket takes 38 %, parsing requests and writing headers 33 %, garbage collection 8 %, and all stages of the mock 12 %. The response
to a read is cached until the next write, for at most one second. A POST is parsed, validated and executed, and its response is stored for
its idempotency key. The rows of an uncached page are computed from daily figures. With 100,000 commitments, these figures are less
likely to be in the CPU cache, so that such a page takes longer.

The servers, all with the same built document:

${setups(servers)}

One response is checked before each round, and the status of every response under load. Servers that return the examples of the
document return fewer rows than the mock, which is an advantage for them.
`;
}

/** @param {Results} results */
function goals(results) {
  return goalsOf(results)
    .map(({ what, reached, goal, isMet }) => {
      const verdict = isMet ? 'met' : '**missed**';
      return `- ${what}: ${times(reached)} (goal: ${goal}), ${verdict}`;
    })
    .join('\n');
}

/** @param {import('./measure-mock.mjs').Servers} servers */
function setups(servers) {
  return Object.values(servers)
    .map(({ title, how }) => `- **${title}**: ${how}.`)
    .join('\n');
}

/**
 * @param {import('./measure-mock.mjs').Servers} servers
 * @param {Results} results
 */
function processes(servers, { starts, memory }) {
  return markdownTable([
    ['process', 'first response, ms', 'memory after the load, MB'],
    ...Object.entries(servers).map(([name, { title }]) => [
      title,
      whole(starts.get(name) ?? Number.NaN),
      whole((memory.get(name) ?? Number.NaN) / megabyte),
    ]),
  ]);
}

/** @param {Results} results */
function large({ rates, large }) {
  if (large === null) return '';
  /** @param {string} name */
  const rate = (name) => rates.get(name)?.median ?? Number.NaN;
  const rows = [
    ['the same page', 'same'],
    ['different pages', 'other'],
  ].map(([title = '', id]) => [
    title,
    whole(rate(`mock ${id}`)),
    whole(rate(`large ${id}`)),
    times(rate(`mock ${id}`) / rate(`large ${id}`)),
  ]);
  return `
With 100,000 commitments (\`--scenario large\`), the first response takes ${whole(large.startMs)} ms, the first page of commitments another
${whole(large.firstPageMs)} ms, and the process uses ${whole(large.memory / megabyte)} MB after the load.

${markdownTable([['pages of 10, responses per second', '13 commitments', '100,000 commitments', 'relative time'], ...rows])}
`;
}
