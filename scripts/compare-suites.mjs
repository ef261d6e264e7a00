// @ts-check
// Runs this suite and other tools on the same servers that are wrong in one way each, and on servers that
// are right; writes docs/comparison.json and docs/comparison.md. `npm run compare`. What was measured is
// kept in .field/ and not measured again, so it may be stopped and started; `--fresh` forgets it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importSources } from './lib/import-sources.mjs';
import { root } from './lib/paths.mjs';
import { comparisonPage } from './lib/tool-comparison/comparison-page.mjs';
import { askDredd } from './lib/tool-comparison/dredd.mjs';
import { independentServers } from './lib/tool-comparison/independent-servers.mjs';
import { openResults } from './lib/tool-comparison/results.mjs';
import { ours } from './lib/tool-comparison/tools/ours.mjs';
import { prism } from './lib/tool-comparison/tools/prism.mjs';
import { schemathesis } from './lib/tool-comparison/tools/schemathesis.mjs';

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean' },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    minutes: { type: 'string' },
  },
});
/** @type {readonly import('./lib/tool-comparison/tool.mjs').Tool[]} */
const tools = [ours, schemathesis, prism];
const standardRateLimit = 600;
const operationsAtMost = 3;
// A slow tool may be run on every n-th defect of each area only.
const every = Number(values.every);
const deadline = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;

const folder = join(root, '.field');
mkdirSync(folder, { recursive: true });
if (values.fresh) rmSync(join(folder, 'results.json'), { force: true });
const document = readFileSync(join(root, 'dist/openapi.json'), 'utf8');
const sha256 = createHash('sha256').update(document).digest('hex');
const results = openResults(join(folder, 'results.json'));

const sources = await importSources(`
export { defectsByArea } from './tests/faulty-servers/index.ts';
export { idOf, onBreak } from './tests/faulty-servers/defect.ts';
export { independentBase, listening, listeningMockBase } from './tests/faulty-servers/base.ts';
export { serve } from './tests/support/serve.ts';
export { start } from './tests/independent/start.ts';
`);
/** @type {Record<string, string>} */
const versions = {};
for (const tool of tools) versions[tool.id] = await tool.prepare(folder);

// Two at a time, each at an address that stays, whatever server stands behind it.
const slots = await Promise.all([0, 1].map(openSlot));
try {
  const { usual, clean } = await runOnCleanServers();
  const jobs = Object.entries(sources.defectsByArea).flatMap(([area, defects]) =>
    /** @type {any[]} */ (defects).map((/** @type {any} */ defect, /** @type {number} */ number) => ({
      area,
      defect,
      number,
      id: sources.idOf(defect),
      tools: tools.filter((tool) => !tool.isSlow || number % every === 0),
    })),
  );
  const wanted = jobs.filter(({ id, area }) => [undefined, id, area].includes(values.only));
  const rows = new Map();
  // From all areas in turn, so that a run that is cut short has seen some of each.
  const inTurn = wanted.toSorted((one, other) => one.number - other.number);
  await inSlots(inTurn, async (job, slot) => {
    if (Date.now() > deadline) return;
    rows.set(job.id, await runOnDefect(job, slot, usual));
    const caught = job.tools.filter(({ id }) => rows.get(job.id).results[id].caught);
    console.log(
      `${rows.size}/${wanted.length} ${job.id}: ${caught.map(({ name }) => name).join(', ') || 'nobody'}`,
    );
  });
  const comparison = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    document: { version: JSON.parse(document).info.version, sha256 },
    tools: tools.map(({ id, name, settings }) => ({ id, name, settings, version: versions[id] })),
    dredd: await results.once(`dredd ${sha256}`, () => askDredd(folder)),
    clean,
    cost: await costsOnTheMock(),
    defects: wanted.flatMap(({ id }) => rows.get(id) ?? []),
    left_out: wanted.filter(({ id }) => !rows.has(id)).length,
    every,
  };
  if (values.only === undefined) {
    writeFileSync(join(root, 'docs/comparison.json'), `${JSON.stringify(comparison, null, 1)}\n`);
    writeFileSync(join(root, 'docs/comparison.md'), comparisonPage(comparison));
    console.log('Wrote docs/comparison.json and docs/comparison.md.');
  }
} finally {
  for (const tool of tools) await tool.close?.();
  for (const slot of slots) await slot.close();
}

/**
 * Whatever a tool finds here is a false alarm, and does not count as caught where it finds it again.
 *
 * @returns {Promise<{ usual: Map<string, Set<string>>, clean: Record<string, Record<string, any>> }>}
 */
async function runOnCleanServers() {
  const independent = independentServers(sources, folder);
  const runs = tools.flatMap((tool) => [
    ...tool.seeds.map((seed) => ({ tool, server: 'mock', rateLimit: tool.rateLimit, seed })),
    { tool, server: 'mock', rateLimit: standardRateLimit, seed: 0 },
    ...Object.keys(independent).map((server) => ({ tool, server, rateLimit: 0, seed: 1 })),
  ]);
  /** @type {Map<string, Set<string>>} */
  const usual = new Map();
  /** @type {Record<string, Record<string, any>>} */
  const clean = {};
  await inSlots(runs, async ({ tool, server, rateLimit, seed }, slot) => {
    const isMock = server === 'mock';
    const { findings, requests, seconds } = await once(
      `${tool.id} on ${server} ${rateLimit} ${seed}`,
      tool,
      () =>
        runOn(
          tool,
          slot,
          isMock ? () => sources.listeningMockBase(rateLimit) : /** @type {any} */ (independent[server]),
          {
            seed,
            // What is only proposed binds no server that does not say so.
            profile: isMock ? 'strict' : 'standard',
          },
        ),
    );
    if (isMock) {
      const key = `${tool.id} ${rateLimit}`;
      usual.set(key, new Set([...(usual.get(key) ?? []), ...findings]));
    }
    if (seed === 1) {
      clean[tool.id] ??= {};
      /** @type {any} */ (clean[tool.id])[server] = { findings, requests, seconds: rounded(seconds) };
    }
    console.log(`${tool.name} on the clean ${server}: ${findings.length} findings in ${rounded(seconds)} s`);
  });
  return { usual, clean };
}

/**
 * What a run over the whole API takes on a server that is right: one after the other, and never from the file.
 *
 * @returns {Promise<Record<string, { requests: number, seconds: number }>>}
 */
async function costsOnTheMock() {
  /** @type {Record<string, { requests: number, seconds: number }>} */
  const costs = {};
  for (const tool of tools) {
    const { requests, seconds } = await runOn(
      tool,
      /** @type {Slot} */ (slots[0]),
      () => sources.listeningMockBase(tool.rateLimit),
      {},
    );
    costs[tool.id] = { requests, seconds: rounded(seconds) };
  }
  return costs;
}

/**
 * @param {{ area: string, defect: any, id: string, tools: readonly import('./lib/tool-comparison/tool.mjs').Tool[] }} job
 * @param {Slot} slot
 * @param {Map<string, Set<string>>} usual
 */
async function runOnDefect({ area, defect, id, tools }, slot, usual) {
  /** @type {Record<string, any>} */
  const told = {};
  /** @type {string[]} */
  let operations = [];
  for (const tool of tools) {
    // The limit itself can only be wrong where there is one.
    const rateLimit = area === 'limits' ? standardRateLimit : tool.rateLimit;
    const { findings, requests, seconds } = await once(`${tool.id} ${id}`, tool, () =>
      runOn(tool, slot, () => sources.listeningMockBase(rateLimit), {
        wrap: defect.wrap,
        operations,
        // The third key is there to be used up, which takes many requests and shows one thing only.
        keys: area === 'limits' ? 3 : 2,
      }),
    );
    const found = findings.filter(
      (/** @type {string} */ one) => !usual.get(`${tool.id} ${rateLimit}`)?.has(one),
    );
    if (tool === ours) operations = operationsIn(found, defect.kills);
    told[tool.id] = {
      caught: found.length > 0,
      found: (tool === ours ? checksIn(found, defect.kills) : found).slice(0, 3),
      requests,
      seconds: rounded(seconds),
    };
  }
  return { id, name: defect.name, area, kills: defect.kills, results: told };
}

/**
 * @param {import('./lib/tool-comparison/tool.mjs').Tool} tool
 * @param {Slot} slot
 * @param {() => Promise<any>} open a fresh server
 * @param {{ wrap?: (right: any) => any, operations?: readonly string[], keys?: number, seed?: number, profile?: string }} how
 */
async function runOn(tool, slot, open, { wrap = (right) => right, keys = 3, ...how }) {
  const { right, apiKeys, fixtures, close } = await open();
  /** @type {unknown} */
  let fall;
  slot.show(
    sources.onBreak(wrap(right), (/** @type {unknown} */ error) => {
      fall ??= error;
    }),
  );
  try {
    const run = await tool.run({
      url: slot.url,
      folder: slot.folder,
      apiKeys: apiKeys.slice(0, keys),
      fixtures,
      ...how,
    });
    if (fall)
      throw new Error(`The defect itself breaks when ${tool.name} asks, which any tool sees.`, {
        cause: fall,
      });
    return run;
  } finally {
    await close();
  }
}

/** Where the fault shows itself, the operations of the check that is to find it first. @param {string[]} found @param {string} kills */
function operationsIn(found, kills) {
  const first = found.filter((one) => one.startsWith(`${kills} `));
  const ids = [...first, ...found].flatMap((one) => one.split(' ').slice(1));
  return [...new Set(ids)].slice(0, operationsAtMost);
}

/** The checks that found something, the one that is to find it first. @param {string[]} found @param {string} kills */
function checksIn(found, kills) {
  const ids = new Set(found.map((one) => one.split(' ')[0]));
  return [...(ids.has(kills) ? [kills] : []), ...ids].filter((id, at, all) => all.indexOf(id) === at);
}

/**
 * What was measured before holds for the same document and the same version of the tool.
 *
 * @param {string} name
 * @param {import('./lib/tool-comparison/tool.mjs').Tool} tool
 * @param {() => Promise<import('./lib/tool-comparison/tool.mjs').Run>} measure
 */
function once(name, tool, measure) {
  return results.once(`${sha256} ${versions[tool.id]} ${tool.age?.() ?? ''} ${name}`, measure);
}

/** @typedef {Awaited<ReturnType<typeof openSlot>>} Slot */
/** @param {number} number */
async function openSlot(number) {
  let handler = /** @type {any} */ (null);
  const { url, close } = await sources.serve((/** @type {any} */ request) => handler(request));
  const own = join(folder, `slot-${number}`);
  mkdirSync(own, { recursive: true });
  return {
    url,
    close,
    folder: own,
    show(/** @type {any} */ next) {
      handler = next;
    },
  };
}

/**
 * @template T
 * @param {readonly T[]} jobs
 * @param {(job: T, slot: Slot) => Promise<void>} work
 */
async function inSlots(jobs, work) {
  const queue = [...jobs];
  await Promise.all(
    slots.map(async (slot) => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job, slot);
    }),
  );
}

/** @param {number} seconds */
function rounded(seconds) {
  return Number(seconds.toFixed(2));
}
