import type { Exchange, RequestPlan } from '../http/exchange.js';

/** Reads that were made: an equal one is not sent again. */
export class ReadCache {
  readonly #reads = new Map<string, Promise<Exchange>>();

  /** @param read sends the request where none like it was sent */
  get(plan: RequestPlan, read: () => Promise<Exchange>): Promise<Exchange> {
    const name = nameOf(plan);
    const known = this.#reads.get(name);
    if (known) return known;
    const made = read();
    this.#reads.set(name, made);
    return made;
  }
}

/** What goes out, and nothing of what it is meant for. */
function nameOf({ operationId, method, beyond, ...sent }: RequestPlan): string {
  return JSON.stringify(Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1)));
}
