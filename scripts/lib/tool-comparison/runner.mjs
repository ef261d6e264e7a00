// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { independentServers } from './independent-servers.mjs';

/** @typedef {import('./tool.mjs').Tool} Tool */
/**
 * @typedef {{ id: string, area: string, defect: any, number: number, tools: readonly Tool[] }} Job `number` is the index within the area
 */
/** @typedef {Awaited<ReturnType<typeof openSlot>>} Slot */
/**
 * @typedef {object} Parts
 * @property {readonly Tool[]} tools
 * @property {any} sources imported TypeScript sources
 * @property {string} folder
 * @property {(name: string, measure: () => Promise<any>) => Promise<any>} once returns the cached result, or measures it
 * @property {string} sha256 digest of the document
 */

const standardRateLimit = 600;
/** The maximum number of operations that a slow tool runs on. */
const maxOperations = 3;

/** Runs tools on servers, two at a time, each at a fixed address. */
export class Runner {
  /** The findings on the correct mock, by tool and rate limit. @type {Map<string, Set<string>>} */
  #falseAlarms = new Map();

  /**
   * @param {Parts} parts
   * @param {readonly Slot[]} slots
   * @param {Readonly<Record<string, string>>} versions by tool
   */
  constructor(parts, slots, versions) {
    this.parts = parts;
    this.slots = slots;
    this.versions = versions;
  }

  /** Installs missing tools and opens a runner. @param {Parts} parts */
  static async open(parts) {
    /** @type {Record<string, string>} */
    const versions = {};
    for (const tool of parts.tools) versions[tool.id] = await tool.prepare(parts.folder);
    const slots = await Promise.all(
      [0, 1].map((number) => openSlot(parts.sources, join(parts.folder, `slot-${number}`))),
    );
    return new Runner(parts, slots, versions);
  }

  /** @returns {Promise<Record<string, Record<string, number>>>} findings by tool and server, each a false alarm */
  async runOnCleanServers() {
    const { tools, sources, folder } = this.parts;
    const independent = independentServers(sources, folder);
    const runs = tools.flatMap((tool) => [
      ...tool.seeds.map((seed) => ({ tool, server: 'mock', rateLimit: tool.rateLimit, seed })),
      { tool, server: 'mock', rateLimit: standardRateLimit, seed: 0 },
      ...Object.keys(independent).map((server) => ({ tool, server, rateLimit: 0, seed: 1 })),
    ]);
    /** @type {Record<string, Record<string, number>>} */
    const clean = Object.fromEntries(tools.map(({ id }) => [id, {}]));
    await this.#inSlots(runs, async ({ tool, server, rateLimit, seed }, slot) => {
      const open = independent[server] ?? (() => sources.listeningMockBase(rateLimit));
      // Proposed requirements apply to the mock only.
      const profile = server === 'mock' ? 'strict' : 'standard';
      const { findings } = await this.#once(`${tool.id} on ${server} ${rateLimit} ${seed}`, tool, () =>
        this.#runOn(tool, slot, open, { seed, profile }),
      );
      const key = `${tool.id} ${rateLimit}`;
      if (server === 'mock')
        this.#falseAlarms.set(key, new Set([...(this.#falseAlarms.get(key) ?? []), ...findings]));
      if (seed === 1) Object.assign(clean[tool.id] ?? {}, { [server]: findings.length });
      console.log(`${tool.name} on the correct ${server}: ${findings.length} findings`);
    });
    return clean;
  }

  /**
   * @param {readonly Job[]} jobs
   * @param {number} deadline time after which no job is started
   * @returns {Promise<{ id: string, area: string, caught: Record<string, boolean> }[]>} in the order of the jobs
   */
  async runOnFaultyServers(jobs, deadline) {
    /** @type {Map<string, { id: string, area: string, caught: Record<string, boolean> }>} */
    const rows = new Map();
    // Alternates between areas, so that a limited run covers all of them.
    const interleaved = jobs.toSorted((one, other) => one.number - other.number);
    await this.#inSlots(interleaved, async (job, slot) => {
      if (Date.now() > deadline) return;
      const caught = await this.#caughtBy(job, slot);
      rows.set(job.id, { id: job.id, area: job.area, caught });
      const names = job.tools.filter(({ id }) => caught[id]).map(({ name }) => name);
      console.log(`${rows.size}/${jobs.length} ${job.id}: ${names.join(', ') || 'none'}`);
    });
    return jobs.flatMap(({ id }) => rows.get(id) ?? []);
  }

  /** Measures one run of each tool on the correct mock: sequentially, and without the cache. */
  async costs() {
    const { tools, sources } = this.parts;
    const [slot] = /** @type {[Slot]} */ (this.slots);
    /** @type {Record<string, { requests: number, seconds: number }>} */
    const costs = {};
    for (const tool of tools) {
      const open = () => sources.listeningMockBase(tool.rateLimit);
      const { requests, seconds } = await this.#runOn(tool, slot, open, {});
      costs[tool.id] = { requests, seconds: Number(seconds.toFixed(2)) };
    }
    return costs;
  }

  async close() {
    for (const tool of this.parts.tools) await tool.close?.();
    for (const slot of this.slots) await slot.close();
  }

  /** @param {Job} job @param {Slot} slot @returns {Promise<Record<string, boolean>>} by tool */
  async #caughtBy({ id, area, defect, tools }, slot) {
    /** @type {Record<string, boolean>} */
    const caught = {};
    /** @type {string[]} */
    let operations = [];
    for (const tool of tools) {
      // Rate limit faults need a rate limit, and a third API key to exhaust.
      const isLimit = area === 'limits';
      const rateLimit = isLimit ? standardRateLimit : tool.rateLimit;
      const how = { wrap: defect.change, operations, keys: isLimit ? 3 : 2 };
      const { findings } = await this.#once(`${tool.id} ${id}`, tool, () =>
        this.#runOn(tool, slot, () => this.parts.sources.listeningMockBase(rateLimit), how),
      );
      const falseAlarms = this.#falseAlarms.get(`${tool.id} ${rateLimit}`);
      const found = findings.filter((/** @type {string} */ one) => !falseAlarms?.has(one));
      if (tool.id === 'ours') operations = operationsIn(found, defect.caughtBy);
      caught[tool.id] = found.length > 0;
    }
    return caught;
  }

  /**
   * @param {Tool} tool
   * @param {Slot} slot
   * @param {() => Promise<any>} open starts a new server
   * @param {{ wrap?: (right: any) => any, operations?: readonly string[], keys?: number, seed?: number, profile?: string }} how
   */
  async #runOn(tool, slot, open, { wrap = (right) => right, keys = 3, ...how }) {
    const { right, apiKeys, fixtures, close } = await open();
    /** @type {unknown} */
    let cause;
    slot.serve(
      this.parts.sources.onBreak(wrap(right), (/** @type {unknown} */ error) => {
        cause ??= error;
      }),
    );
    try {
      const { url, folder } = slot;
      const run = await tool.run({ url, folder, apiKeys: apiKeys.slice(0, keys), fixtures, ...how });
      if (cause) throw new Error(`The faulty server throws when ${tool.name} calls it.`, { cause });
      return run;
    } finally {
      await close();
    }
  }

  /**
   * Caches a result by document and version of the tool.
   *
   * @param {string} name
   * @param {Tool} tool
   * @param {() => Promise<any>} measure
   */
  #once(name, tool, measure) {
    const { sha256, once } = this.parts;
    return once(`${sha256} ${this.versions[tool.id]} ${tool.buildId?.() ?? ''} ${name}`, measure);
  }

  /** @template T @param {readonly T[]} jobs @param {(job: T, slot: Slot) => Promise<void>} work */
  async #inSlots(jobs, work) {
    const queue = [...jobs];
    await Promise.all(
      this.slots.map(async (slot) => {
        for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job, slot);
      }),
    );
  }
}

/**
 * Returns the operations that exhibit the fault, those of its own check first.
 *
 * @param {string[]} found
 * @param {string} check
 */
function operationsIn(found, check) {
  const own = found.filter((one) => one.startsWith(`${check} `));
  return [...new Set([...own, ...found].flatMap((one) => one.split(' ').slice(1)))].slice(0, maxOperations);
}

/** @param {any} sources @param {string} folder */
async function openSlot(sources, folder) {
  let handler = /** @type {any} */ (null);
  const { url, close } = await sources.serve((/** @type {any} */ request) => handler(request));
  mkdirSync(folder, { recursive: true });
  const serve = (/** @type {any} */ next) => {
    handler = next;
  };
  return { url, close, folder, serve };
}
