// @ts-check
import { writeFileSync } from 'node:fs';
import { startLoadGenerator } from './load.mjs';
import { leaveServersCore } from './machine.mjs';
import { checked, measureRates } from './rates.mjs';
import { startServer } from './server-process.mjs';
import { largeMock } from './servers.mjs';
import { median } from './statistics.mjs';
import { pages, reads, writes } from './workloads.mjs';

/** @typedef {import('./server-process.mjs').ServerProcess} ServerProcess */
/**
 * Servers by short name. The name of the mock is `mock`.
 *
 * @typedef {Readonly<Record<string, import('./servers.mjs').Server>>} Servers
 */
/** @typedef {{ rounds: number, milliseconds: number, connections: number }} How */
/**
 * The mock with 100,000 commitments: the time to its first response and to its first page, and its memory after the load.
 *
 * @typedef {{ startMs: number, firstPageMs: number, memory: number }} Large
 */
/**
 * @typedef {object} Results
 * @property {ReadonlyMap<string, number>} starts milliseconds until the first response, by server
 * @property {ReadonlyMap<string, number>} memory bytes after the load, by server
 * @property {ReadonlyMap<string, import('./rates.mjs').Rate>} rates by server and workload, as `mock providers`
 * @property {Large | null} large null if it was not measured
 */

/**
 * @param {Servers} servers
 * @param {string} responsesFile the file of the responses of the bare servers
 * @param {How & { isLargeToo: boolean }} how
 * @param {(text: string) => void} log
 * @returns {Promise<Results>}
 */
export async function measureMock(servers, responsesFile, how, log) {
  leaveServersCore();
  const generator = startLoadGenerator();
  /** @type {Map<string, ServerProcess>} */
  const running = new Map();
  try {
    const mock = await startServer(serverOf(servers, 'mock').args);
    running.set('mock', mock);
    await recordResponses(mock.port, responsesFile);
    const starts = await measureStarts(servers, how.rounds, log);
    for (const name of Object.keys(servers)) {
      const { args, options } = serverOf(servers, name);
      if (name !== 'mock') running.set(name, await startServer(args, options));
    }
    const targets = targetsOf(running, mock);
    const large = how.isLargeToo ? await startServer(largeMock) : null;
    const firstPageMs = large && (await firstPageOf(large));
    if (large) {
      running.set('large', large);
      targets.push(
        { name: 'mock same', workload: pages.same, server: mock },
        { name: 'mock other', workload: pages.otherOfFew, server: mock },
        { name: 'large same', workload: pages.same, server: large },
        { name: 'large other', workload: pages.otherOfMany, server: large },
      );
    }
    const rates = await measureRates(targets, generator, how, log);
    const memory = new Map([...running].map(([name, server]) => [name, server.memory()]));
    return {
      starts,
      memory,
      rates,
      large: large && {
        startMs: large.startMs,
        firstPageMs: Number(firstPageMs),
        memory: Number(memory.get('large')),
      },
    };
  } finally {
    await Promise.all([...running.values()].map((server) => server.stop()));
    generator.end();
  }
}

/** @param {Servers} servers @param {string} name */
const serverOf = (servers, name) => /** @type {import('./servers.mjs').Server} */ (servers[name]);

/** @param {ReadonlyMap<string, ServerProcess>} running @param {ServerProcess} mock */
function targetsOf(running, mock) {
  const mocks = ['mock', 'logged', 'manyKeys'];
  /** Deletes the created resources, so that memory does not depend on the load. @param {number} port */
  const reset = (port) => async () =>
    void (await fetch(`http://127.0.0.1:${port}/__mock/reset`, { method: 'POST' }));
  /** @type {import('./rates.mjs').Target[]} */
  const targets = [...running].flatMap(([name, server]) => [
    ...Object.entries(reads).map(([id, workload]) => ({ name: `${name} ${id}`, workload, server })),
    {
      name: `${name} post`,
      workload: writes.post,
      server,
      ...(mocks.includes(name) ? { after: reset(server.port) } : {}),
    },
  ]);
  return [...targets, { name: 'mock replay', workload: writes.replay, server: mock }];
}

/** @param {Servers} servers @param {number} rounds @param {(text: string) => void} log */
async function measureStarts(servers, rounds, log) {
  /** @type {Map<string, number[]>} */
  const times = new Map(Object.keys(servers).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    log(`start ${round} of ${rounds}`);
    for (const [name, { args, options }] of Object.entries(servers)) {
      const server = await startServer(args, options);
      times.get(name)?.push(server.startMs);
      await server.stop();
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

/** @param {ServerProcess} server @returns {Promise<number>} milliseconds */
async function firstPageOf({ port }) {
  const startedAt = performance.now();
  await checked(pages.same, port, 'the large mock');
  return performance.now() - startedAt;
}

/** Stores the responses of the mock for the bare servers. @param {number} port @param {string} file */
async function recordResponses(port, file) {
  // Headers that node:http adds, and that depend on the body.
  const excluded = new Set(['connection', 'keep-alive', 'content-length']);
  const responses = [];
  for (const workload of [...Object.values(reads), writes.post]) {
    const { status, headers, text } = await checked(workload, port, 'the mock');
    const others = Object.fromEntries([...headers].filter(([name]) => !excluded.has(name)));
    responses.push({ target: workload.target, status, headers: others, body: text });
  }
  writeFileSync(file, JSON.stringify(responses));
}
