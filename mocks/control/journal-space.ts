import type { Recorded } from './recorded.js';

/** A place of a journal, with what is remembered there. */
export class Entry {
  readonly characters: number;

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

/** What all journals of a mock hold together; the oldest request of any of them goes first. */
export class JournalSpace {
  /** The oldest first. */
  readonly #entries = new Set<Entry>();
  #characters = 0;

  constructor(readonly limit: number) {}

  get characters(): number {
    return this.#characters;
  }

  add(entry: Entry): void {
    this.#entries.add(entry);
    this.#characters += entry.characters;
    if (this.#characters <= this.limit) return;
    for (const oldest of this.#entries) {
      if (this.#characters <= this.limit) return;
      this.remove(oldest);
      oldest.leave();
    }
  }

  remove(entry: Entry | undefined): void {
    if (entry && this.#entries.delete(entry)) this.#characters -= entry.characters;
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
