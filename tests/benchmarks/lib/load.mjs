// @ts-check
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';

/** The interval at which autocannon checks whether to stop. */
const sampleMs = 10;
/** A run of this length or more has a response, or the server does not respond. */
const enoughMs = 4000;
/** A placeholder for a version 4 UUID, or for an integer in a range. */
const placeholder = /\{(?:(uuid)|(\d+)-(\d+))\}/;

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {import('./workloads.mjs').Sent} sent placeholders `{uuid}` and `{1-9}` are replaced in each request
 * @property {number} status the expected status of every response
 * @property {number} connections
 * @property {number} milliseconds
 */
/**
 * `busy` is the CPU utilization of the load process, from 0 to 1.
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
 * @throws {Error} if a response has another status, a connection fails, or there is no response
 */
export async function sendLoad(load) {
  const { port, sent, status, connections, milliseconds } = load;
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
        // Rebuilding requests is slow, so only requests with placeholders are rebuilt.
        ...(isDynamic
          ? { setupRequest: (request) => ({ ...request, path: fill(target), headers: filled() }) }
          : {}),
      },
    ],
  });
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  /** @type {Record<string, { count?: number }>} */
  const counts = result.statusCodeStats ?? {};
  const unexpected = Object.keys(counts).find((one) => one !== String(status));
  if (unexpected) throw new Error(`Expected status ${status}, got ${unexpected}.`);
  const responses = counts[status]?.count ?? 0;
  // Autocannon reconnects silently; at the end, each connection has one request in flight.
  if (result.errors > 0 || result.requests.sent - responses > connections)
    throw new Error('The server closed a connection.');
  if (responses > 0) return { responses, milliseconds: elapsed, busy: (user + system) / 1000 / elapsed };
  // On a busy machine, a short run can end before the first response.
  if (milliseconds < enoughMs) return sendLoad({ ...load, milliseconds: 4 * milliseconds });
  throw new Error(`No response within ${milliseconds} ms.`);
}

/** @returns {LoadGenerator} a load generator in another process, so that it does not affect the measured server */
export function startLoadGenerator() {
  // On the core of this process, see leaveServersCore.
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
