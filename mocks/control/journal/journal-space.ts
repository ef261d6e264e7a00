import type { Recorded } from './recorded.js';

/** An entry of a journal. */
export class Entry {
  readonly characters: number;
  older: Entry | null = null;
  newer: Entry | null = null;

  constructor(
    readonly recorded: Recorded,
    /** The ring buffer of its journal, and its index there. */
    private readonly ring: (Entry | undefined)[],
    private readonly index: number,
  ) {
    this.characters = charactersOf(recorded);
    ring[index] = this;
  }

  /** Removes the entry from its journal. */
  evict(): void {
    if (this.ring[this.index] === this) this.ring[this.index] = undefined;
  }
}

/**
 * Limits the size of all journals of a mock together. Evicts the oldest request of any journal first. A linked list,
 * since a `Set` adds 10 % to the time of a request.
 */
export class JournalSpace {
  #oldest: Entry | null = null;
  #newest: Entry | null = null;
  #characters = 0;

  constructor(readonly limit: number) {}

  get characters(): number {
    return this.#characters;
  }

  add(entry: Entry): void {
    entry.older = this.#newest;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
    this.#characters += entry.characters;
    while (this.#characters > this.limit && this.#oldest) {
      this.#oldest.evict();
      this.remove(this.#oldest);
    }
  }

  /** @param entry undefined if the slot is empty or its entry was evicted */
  remove(entry: Entry | undefined): void {
    if (!entry) return;
    if (entry.older) entry.older.newer = entry.newer;
    else this.#oldest = entry.newer;
    if (entry.newer) entry.newer.older = entry.older;
    else this.#newest = entry.older;
    this.#characters -= entry.characters;
  }
}

/** Size of an entry without its strings. */
const overhead = 1024;

function charactersOf({ request, response }: Recorded): number {
  return (
    overhead +
    request.path.length +
    request.query.length +
    (request.body?.length ?? 0) +
    charactersIn(request.headers) +
    (response.body?.length ?? 0) +
    charactersIn(response.headers)
  );
}

function charactersIn(headers: Readonly<Record<string, string | undefined>>): number {
  let sum = 0;
  for (const name in headers) sum += name.length + (headers[name]?.length ?? 0);
  return sum;
}
