// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { independentServers } from './independent-servers.mjs';

/** @typedef {import('./tool.mjs').Tool} Tool */
/**
 * @typedef {{ id: string, area: string, defect: any, number: number, tools: readonly Tool[] }} Job number: in its area
 */
/** @typedef {Awaited<ReturnType<typeof openSlot>>} Slot */
/**
 * @typedef {object} Parts
 * @property {readonly Tool[]} tools
 * @property {any} sources what is imported of the TypeScript sources
 * @property {string} folder
 * @property {(name: string, measure: () => Promise<any>) => Promise<any>} once does not measure again what is stored
 * @property {string} sha256 of the document
 */

const standardRateLimit = 600;
/** A slow tool is told so many operations in which the fault shows. */
const operationsAtMost = 3;

/** Runs tools on servers, two at a time, each at an address that stays the same. */
export class Runner {
  /** What a tool finds in the correct mock, by tool and rate limit. @type {Map<string, Set<string>>} */
  #usual = new Map();

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

  /** Installs the tools that are missing. @param {Parts} parts */
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
      // What is only proposed binds no server that does not say so.
      const profile = server === 'mock' ? 'strict' : 'standard';
      const { findings } = await this.#once(`${tool.id} on ${server} ${rateLimit} ${seed}`, tool, () =>
        this.#runOn(tool, slot, open, { seed, profile }),
      );
      const key = `${tool.id} ${rateLimit}`;
      if (server === 'mock') this.#usual.set(key, new Set([...(this.#usual.get(key) ?? []), ...findings]));
      if (seed === 1) Object.assign(clean[tool.id] ?? {}, { [server]: findings.length });
      console.log(`${tool.name} on the correct ${server}: ${findings.length} findings`);
    });
    return clean;
  }

  /**
   * @param {readonly Job[]} jobs
   * @param {number} deadline after which no other job is started
   * @returns {Promise<{ id: string, area: string, caught: Record<string, boolean> }[]>} in the order of the jobs
   */
  async runOnFaultyServers(jobs, deadline) {
    /** @type {Map<string, { id: string, area: string, caught: Record<string, boolean> }>} */
    const rows = new Map();
    // From all areas in turn, so that a run that is cut short has seen some of each.
    const inTurn = jobs.toSorted((one, other) => one.number - other.number);
    await this.#inSlots(inTurn, async (job, slot) => {
      if (Date.now() > deadline) return;
      const caught = await this.#caughtBy(job, slot);
      rows.set(job.id, { id: job.id, area: job.area, caught });
      const names = job.tools.filter(({ id }) => caught[id]).map(({ name }) => name);
      console.log(`${rows.size}/${jobs.length} ${job.id}: ${names.join(', ') || 'nobody'}`);
    });
    return jobs.flatMap(({ id }) => rows.get(id) ?? []);
  }

  /** One run of each tool over the whole correct mock: one after the other, never from what is stored. */
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
      // The limit itself can only be wrong where there is one, and only then a third key is exhausted.
      const isLimit = area === 'limits';
      const rateLimit = isLimit ? standardRateLimit : tool.rateLimit;
      const how = { wrap: defect.change, operations, keys: isLimit ? 3 : 2 };
      const { findings } = await this.#once(`${tool.id} ${id}`, tool, () =>
        this.#runOn(tool, slot, () => this.parts.sources.listeningMockBase(rateLimit), how),
      );
      const usual = this.#usual.get(`${tool.id} ${rateLimit}`);
      const found = findings.filter((/** @type {string} */ one) => !usual?.has(one));
      if (tool.id === 'ours') operations = operationsIn(found, defect.caughtBy);
      caught[tool.id] = found.length > 0;
    }
    return caught;
  }

  /**
   * @param {Tool} tool
   * @param {Slot} slot
   * @param {() => Promise<any>} open a new server
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
      if (cause) throw new Error(`The faulty server itself throws when ${tool.name} calls it.`, { cause });
      return run;
    } finally {
      await close();
    }
  }

  /**
   * Measured for one document and one version of a tool.
   *
   * @param {string} name
   * @param {Tool} tool
   * @param {() => Promise<any>} measure
   */
  #once(name, tool, measure) {
    const { sha256, once } = this.parts;
    return once(`${sha256} ${this.versions[tool.id]} ${tool.age?.() ?? ''} ${name}`, measure);
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
 * The operations in which the fault shows, those of its own check first.
 *
 * @param {string[]} found
 * @param {string} check
 */
function operationsIn(found, check) {
  const own = found.filter((one) => one.startsWith(`${check} `));
  return [...new Set([...own, ...found].flatMap((one) => one.split(' ').slice(1)))].slice(
    0,
    operationsAtMost,
  );
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
