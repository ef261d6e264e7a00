// @ts-check
import createFetchClient from 'openapi-fetch';
import { leaveServersCore } from './machine.mjs';
import { startServer } from './server-process.mjs';
import { median } from './statistics.mjs';
import { apiKey } from './workloads.mjs';

/** @typedef {(url: string) => Promise<unknown>} Call one request and its parsed response */
/** @typedef {import('../../../src/client/index.js').Client} Client */
/** @typedef {{ title: string, scenario: string, operation: 'listProviders' | 'listCommitments', path: string, query: Readonly<Record<string, number>> }} Read */
/** @typedef {{ wallUs: number, cpuUs: number }} Cost of one call: the time until its response is parsed, and the CPU time of this process */
/** @typedef {{ rounds: number, batches: number, calls: number }} How */

/** The requests, from the smallest response to a page of the client's default size. */
const reads = /** @type {const} */ ([
  ['four providers', 'default', 'listProviders', '/api/v1/providers', {}],
  ['page of 20', 'default', 'listCommitments', '/api/v1/commitments', { page_size: 20 }],
  ['page of 100', 'large', 'listCommitments', '/api/v1/commitments', { page_size: 100 }],
]).map(([title, scenario, operation, path, query]) => ({ title, scenario, operation, path, query }));

/**
 * Returns the contenders: functions that send a read, each in idiomatic JavaScript.
 *
 * @param {Client} client
 * @param {string} baseUrl
 * @param {Read} read
 * @returns {Record<'bare' | 'withTimeout' | 'openapiFetch' | 'client', () => Promise<unknown>>}
 */
function contenders(client, baseUrl, { operation, path, query }) {
  const search = () =>
    Object.keys(query).length > 0 ? `?${new URLSearchParams(/** @type {any} */ (query))}` : '';
  const headers = { Authorization: `Bearer ${apiKey}` };
  /** @param {RequestInit} [more] */
  const send = async (more) => {
    const response = await fetch(`${baseUrl}${path}${search()}`, { headers, ...more });
    return /** @type {any} */ (await response.json()).data;
  };
  const plain = /** @type {any} */ (createFetchClient({ baseUrl, headers }));
  return {
    bare: () => send(),
    withTimeout: () => send({ signal: AbortSignal.timeout(30_000) }),
    openapiFetch: async () => (await plain.GET(path, { params: { query } })).data.data,
    client: async () => client[operation](/** @type {any} */ (query)),
  };
}

/**
 * Measures the contenders alternately in small batches, so that other load on the machine affects all of them.
 *
 * @param {typeof import('../../../src/client/index.js').createClient} createClient
 * @param {(scenario: string) => (port: number) => readonly string[]} mockOf
 * @param {How} how
 * @param {(text: string) => void} log
 * @returns {Promise<{ title: string, costs: Record<string, Cost>[] }[]>} by read, the costs of each round
 */
export async function measureClient(createClient, mockOf, how, log) {
  leaveServersCore();
  const results = [];
  for (const read of reads) {
    log(read.title);
    const server = await startServer(mockOf(read.scenario));
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const calls = Object.entries(contenders(createClient({ baseUrl, apiKey }), baseUrl, read));
      const seen = await Promise.all(calls.map(async ([, call]) => JSON.stringify(await call())));
      if (new Set(seen).size !== 1) throw new Error(`The responses to ${read.title} differ.`);
      await round(calls, how);
      const costs = [];
      for (let index = 0; index < how.rounds; index += 1) costs.push(await round(calls, how));
      results.push({ title: read.title, costs });
    } finally {
      await server.stop();
    }
  }
  return results;
}

/**
 * @param {readonly [string, () => Promise<unknown>][]} calls
 * @param {How} how
 * @returns {Promise<Record<string, Cost>>} medians over the batches, by contender
 */
async function round(calls, how) {
  /** @type {Map<string, { wall: number[], cpu: number[] }>} */
  const times = new Map(calls.map(([name]) => [name, { wall: [], cpu: [] }]));
  for (let batch = 0; batch < how.batches; batch += 1) {
    // Alternates the order.
    for (const [name, call] of batch % 2 === 0 ? calls : calls.toReversed()) {
      const cpuBefore = process.cpuUsage();
      const started = performance.now();
      for (let index = 0; index < how.calls; index += 1) await call();
      const wall = performance.now() - started;
      const { user, system } = process.cpuUsage(cpuBefore);
      times.get(name)?.wall.push((wall * 1000) / how.calls);
      times.get(name)?.cpu.push((user + system) / how.calls);
    }
  }
  return Object.fromEntries(
    [...times].map(([name, { wall, cpu }]) => [name, { wallUs: median(wall), cpuUs: median(cpu) }]),
  );
}
