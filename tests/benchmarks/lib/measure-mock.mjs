// @ts-check
import { writeFileSync } from 'node:fs';
import { pinThisProcess } from './cores.mjs';
import { startLoadGenerator } from './load-generator.mjs';
import { checked, measureRates } from './rates.mjs';
import { startServer } from './server-process.mjs';
import { largeMock } from './servers.mjs';
import { median } from './statistics.mjs';
import { pages, reads, writes } from './workloads.mjs';

/** @typedef {import('./server-process.mjs').ServerProcess} ServerProcess */
/** @typedef {Readonly<Record<string, import('./servers.mjs').Server>>} Servers by a short name; the one of the mock is `mock` */
/** @typedef {{ rounds: number, milliseconds: number, connections: number }} How */

/**
 * @typedef {object} Results
 * @property {ReadonlyMap<string, number>} starts milliseconds to the first answer, by server
 * @property {ReadonlyMap<string, number>} memory bytes after the load, by server
 * @property {ReadonlyMap<string, import('./rates.mjs').Rate>} rates by server and workload, as `mock providers`
 * @property {Large | null} large null where it was left out
 */

/**
 * @typedef {object} Large the mock with a hundred thousand commitments
 * @property {number} startMs to the first answer
 * @property {number} firstPageMs for the first page of them
 * @property {number} memory bytes after the load
 */

/**
 * @param {Servers} servers
 * @param {string} answersFile where the bare servers look for what they are to send
 * @param {How & { isLargeToo: boolean }} how
 * @param {(text: string) => void} tell
 * @returns {Promise<Results>}
 */
export async function measureMock(servers, answersFile, how, tell) {
  pinThisProcess();
  const generator = startLoadGenerator();
  /** @type {ServerProcess[]} */
  const running = [];
  /** @param {(port: number) => readonly string[]} args */
  const start = async (args) => {
    const server = await startServer(args);
    running.push(server);
    return server;
  };
  try {
    const mock = await start(/** @type {import('./servers.mjs').Server} */ (servers.mock).args);
    await recordAnswers(mock.port, answersFile);
    const starts = await measureStarts(servers, how.rounds, tell);
    const entries = [{ name: 'mock', server: mock }];
    for (const [name, { args }] of Object.entries(servers)) {
      if (name !== 'mock') entries.push({ name, server: await start(args) });
    }
    const large = how.isLargeToo ? await startLarge(start) : null;
    const targets = [
      ...entries.flatMap(({ name, server }) => [
        ...Object.entries(reads).map(([id, workload]) => ({ name: `${name} ${id}`, workload, server })),
        {
          name: `${name} post`,
          workload: writes.post,
          server,
          ...(name === 'mock' ? { after: () => reset(server) } : {}),
        },
      ]),
      { name: 'mock replay', workload: writes.replay, server: mock },
      ...(large
        ? [
            { name: 'mock same', workload: pages.same, server: mock },
            { name: 'mock other', workload: pages.otherOfFew, server: mock },
            { name: 'large same', workload: pages.same, server: large.server },
            { name: 'large other', workload: pages.otherOfMany, server: large.server },
          ]
        : []),
    ];
    const rates = await measureRates(targets, generator, how, tell);
    return {
      starts,
      memory: new Map(entries.map(({ name, server }) => [name, server.memory()])),
      rates,
      large: large && {
        startMs: large.server.startMs,
        firstPageMs: large.firstPageMs,
        memory: large.server.memory(),
      },
    };
  } finally {
    await Promise.all(running.map((server) => server.stop()));
    generator.end();
  }
}

/**
 * @param {Servers} servers
 * @param {number} rounds
 * @param {(text: string) => void} tell
 */
async function measureStarts(servers, rounds, tell) {
  /** @type {Map<string, number[]>} */
  const times = new Map(Object.keys(servers).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    tell(`start ${round} of ${rounds}`);
    for (const [name, { args }] of Object.entries(servers)) {
      const server = await startServer(args);
      times.get(name)?.push(server.startMs);
      await server.stop();
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

/** @param {(args: (port: number) => readonly string[]) => Promise<ServerProcess>} start */
async function startLarge(start) {
  const server = await start(largeMock);
  const asked = performance.now();
  await checked(pages.same, server.port, 'the large mock');
  return { server, firstPageMs: performance.now() - asked };
}

/**
 * Takes back what a POST has made, or memory would tell of the load and not of the server.
 *
 * @param {ServerProcess} server
 */
async function reset({ port }) {
  await fetch(`http://127.0.0.1:${port}/__mock/reset`, { method: 'POST' });
}

/**
 * Puts aside what the mock answers, for the bare servers to send.
 *
 * @param {number} port
 * @param {string} file
 */
async function recordAnswers(port, file) {
  // What node:http says of itself, and what depends on the body.
  const own = new Set(['connection', 'keep-alive', 'content-length']);
  const answers = [];
  for (const workload of [...Object.values(reads), writes.post]) {
    const { status, headers, text } = await checked(workload, port, 'the mock');
    answers.push({
      target: workload.target,
      status,
      headers: Object.fromEntries([...headers].filter(([name]) => !own.has(name))),
      body: text,
    });
  }
  writeFileSync(file, JSON.stringify(answers));
}
