// @ts-check

import { markdownTable } from '../../../scripts/lib/markdown-table.mjs';
import { goalsOf } from './goals.mjs';
import { machine } from './machine.mjs';
import { reads, writes } from './workloads.mjs';

/** @typedef {import('./measure-mock.mjs').Results} Results */
/** @typedef {import('./rates.mjs').Rate} Rate */

const posts = { post: writes.post };
const megabyte = 2 ** 20;
/** A load process that is at work for longer may be slower than the server. */
const mostBusy = 0.9;

/** @param {number} value */
const whole = (value) => Math.round(value).toLocaleString('en-US');
/** @param {number} value */
const times = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ×`;

/**
 * @param {import('./measure-mock.mjs').Servers} servers
 * @param {Results} results
 * @param {import('./measure-mock.mjs').How} how
 * @returns {string} Markdown that can be read in a terminal as well
 */
export function mockReport(servers, results, { rounds, milliseconds, connections }) {
  const { rates } = results;
  const all = [...rates.values()];
  const uneasiest = Math.max(...all.map(({ spread }) => spread));
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
  return `${machine()}. \`npm run bench:mock\`: from another process, ${connections} connections that each send one
request after the other; medians of ${rounds} rounds of ${milliseconds} ms, in which every server takes its turn with every request.

${perServer('responses per second', { ...reads, ...writes }, (rate) => whole(rate.median))}

${perServer('this mock is faster by', { ...reads, ...posts }, (rate, mock) => times(mock.median / rate.median), others)}

${perServer('work of the server, µs', { ...reads, ...writes }, (rate) => rate.cpuUs.toFixed(1))}

The work is the processor time of the server for one response, which is the same on a busy machine. The middle half of the rounds lies
within ${whole(uneasiest * 100)} % of the median or less; the load was at work for at most ${whole(busiest * 100)} % of the time, so it is ${busiest < mostBusy ? 'not ' : '**partly** '}what is measured.

${processes(servers, results)}
${large(results)}
Goals:

${goals(results)}

What limits this mock, by a profile (\`node --cpu-prof\`) of its reads: most of the time is node:http's own. Of the read of providers,
writing to the socket takes 38 %, reading requests and writing headers 33 %, the collection of garbage 8 %; all stages of the mock
together take an eighth. A read is put together once a second, and after each write; a POST is parsed, checked and carried out,
and its response is stored for its key. Of a page that was not requested before, each row is worked out from figures of the day; out of
100,000 commitments these are scattered over memory, which is what such a page takes longer for.

How each is set up, over the same built document:

${setups(servers)}

Before each round one response is checked, and under load every response must have its status. Servers that send the document's
examples send fewer rows than the mock, which is to their advantage:

${perServer('bytes of a body', reads, (rate) => whole(rate.bytes))}
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
    ['a process', 'first response, ms', 'memory after the load, MB'],
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
    ['the same page again', 'same'],
    ['another page each time', 'other'],
  ].map(([title = '', id]) => [
    title,
    whole(rate(`mock ${id}`)),
    whole(rate(`large ${id}`)),
    times(rate(`mock ${id}`) / rate(`large ${id}`)),
  ]);
  return `
With 100,000 commitments (\`--scenario large\`) the first response comes after ${whole(large.startMs)} ms, the first page of commitments takes
${whole(large.firstPageMs)} ms more, and the process holds ${whole(large.memory / megabyte)} MB after the load.

${markdownTable([['pages of 10, responses per second', 'of 13', 'of 100,000', 'time'], ...rows])}
`;
}
