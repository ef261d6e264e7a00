import type { Recorded } from './recorded.js';

/** A place of a journal, with what is remembered there. */
export class Entry {
  readonly characters: number;
  older: Entry | null = null;
  newer: Entry | null = null;

  constructor(
    readonly recorded: Recorded,
    /** The journal it belongs to, and where it is there. */
    private readonly ring: (Entry | undefined)[],
    private readonly place: number,
  ) {
    this.characters = charactersOf(recorded);
    ring[place] = this;
  }

  /** Takes it out of its journal. */
  leave(): void {
    if (this.ring[this.place] === this) this.ring[this.place] = undefined;
  }
}

/**
 * What all journals of a mock hold together; the oldest request of any of them goes first. Entries are
 * linked to each other, as a `Set` of them costs each request a tenth more.
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
      this.#oldest.leave();
      this.remove(this.#oldest);
    }
  }

  /** @param entry undefined where a journal has none, or one that has left it */
  remove(entry: Entry | undefined): void {
    if (!entry) return;
    if (entry.older) entry.older.newer = entry.newer;
    else this.#oldest = entry.newer;
    if (entry.newer) entry.newer.older = entry.older;
    else this.#newest = entry.older;
    this.#characters -= entry.characters;
  }
}

/** What an entry costs beside its texts. */
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
