// @ts-check
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';

/** Autocannon looks this often whether it is to end. */
const sampleMs = 10;
/** What is replaced in each request: by a version 4 UUID, or by a whole number of a range. */
const placeholder = /\{(?:(uuid)|(\d+)-(\d+))\}/;

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {import('./workloads.mjs').Sent} sent `{uuid}` and `{1-9}` in it are replaced in each request
 * @property {number} status that every response must have
 * @property {number} connections
 * @property {number} milliseconds
 */
/**
 * `busy` is the share of the time in which the load process was at work; near 1 it is what is measured.
 *
 * @typedef {{ responses: number, milliseconds: number, busy: number }} Counted
 */
/** @typedef {{ send: (load: Load) => Promise<Counted>, end: () => void }} LoadGenerator */

/** @param {string} text */
export function fill(text) {
  return text.replace(placeholder, (_, uuid, from, to) =>
    uuid ? randomUUID() : String(Number(from) + Math.floor(Math.random() * (to - from + 1))),
  );
}

/**
 * @param {Load} load
 * @returns {Promise<Counted>}
 * @throws when a response has another status, a connection fails, or there is no response at all
 */
export async function sendLoad({ port, sent, status, connections, milliseconds }) {
  const { method, target, headers, body } = sent;
  const isDynamic = placeholder.test(JSON.stringify(sent));
  const filled = () =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: milliseconds / 1000,
    sampleInt: sampleMs,
    bailout: 1,
    requests: [
      {
        method,
        path: fill(target),
        headers: filled(),
        ...(body === '' ? {} : { body }),
        // Building a request anew costs time, so only where it differs.
        ...(isDynamic
          ? { setupRequest: (request) => ({ ...request, path: fill(target), headers: filled() }) }
          : {}),
      },
    ],
  });
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  /** @type {Record<string, { count?: number }>} */
  const counts = result.statusCodeStats ?? {};
  const wrong = Object.keys(counts).find((one) => one !== String(status));
  if (wrong) throw new Error(`A response had the status ${wrong} instead of ${status}.`);
  const responses = counts[status]?.count ?? 0;
  // Autocannon opens a connection again without a word; at the end each has one request on its way.
  if (result.errors > 0 || result.requests.sent - responses > connections)
    throw new Error('The server has closed a connection.');
  if (responses === 0) throw new Error(`No response within ${milliseconds} ms.`);
  return { responses, milliseconds: took, busy: (user + system) / 1000 / took };
}

/** @returns {LoadGenerator} a process of its own, so that it takes no time from what is measured */
export function startLoadGenerator() {
  // On the core of this process, see leaveServersCore; the servers have theirs.
  const child = fork(new URL('load-process.mjs', import.meta.url));
  return {
    async send(load) {
      child.send(load);
      const [{ counted, problem }] = await once(child, 'message');
      if (problem) throw new Error(problem);
      return counted;
    },
    end: () => child.disconnect(),
  };
}
