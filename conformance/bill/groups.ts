import { show } from '../expect/show.js';

/** Shows the value of a group for a message. */
export function shownValue(value: string | null | undefined): string {
  return show(value ?? '(none)');
}

/** Reduces a name to what differs between spellings: `object-storage` is `Object Storage`. */
const spelling = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Matches values of a response with those of a bill. A missing value has no name in the bill, so every value that the
 * bill does not have is the missing one.
 */
export class Names {
  readonly #bySpelling = new Map<string, string>();

  constructor(readonly values: readonly string[]) {
    for (const value of values) this.#bySpelling.set(spelling(value), value);
  }

  /** Returns the value of the bill; null for the missing value. */
  of(value: unknown): string | null {
    if (typeof value !== 'string') return null;
    return this.values.includes(value) ? value : (this.#bySpelling.get(spelling(value)) ?? null);
  }
}
