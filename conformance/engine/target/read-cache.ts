import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Exchange, RequestPlan } from '../http/exchange.js';

/** Caches reads, so that an equal one is not sent again. */
export class ReadCache {
  readonly #reads = new Map<string, Promise<Exchange>>();

  /** @param read sends the request; called if the cache has no equal one */
  get(plan: RequestPlan, read: () => Promise<Exchange>): Promise<Exchange> {
    const name = nameOf(plan);
    return getOrInsert(this.#reads, name, () => this.#unlessRefused(name, read()));
  }

  /** Forgets a 429, which is not a response to the request itself. */
  async #unlessRefused(name: string, read: Promise<Exchange>): Promise<Exchange> {
    const exchange = await read;
    if (exchange.response?.status === 429) this.#reads.delete(name);
    return exchange;
  }
}

/** Returns a key from the parts of a plan that are sent, without its purpose. */
function nameOf({ operationId, method, undocumented, ...sent }: RequestPlan): string {
  return JSON.stringify(Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1)));
}
