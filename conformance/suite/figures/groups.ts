import { show } from '../../engine/show.js';
import type { KnownBill } from './known-bill.js';
import type { ProviderBill } from './provider-bills.js';

/** Shows the value of a group for a message. */
export function shownValue(value: unknown): string {
  return show(value ?? '(none)');
}

/** Reduces a name to what differs between spellings: `object-storage` is `Object Storage`. */
const spelling = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || name;

/** Texts for a missing value; the contract lists costs of no region as `global`. */
const missing: ReadonlySet<string> = new Set(['', 'global']);

/**
 * Matches names in a response with the values of a bill. A response may name missing values as it likes, such as
 * `Untagged`: the only unknown name is that one, if the bill has missing values and the response has no other name for them.
 */
export class Names {
  readonly #bySpelling = new Map<string, string>();
  readonly #shown: ReadonlySet<unknown>;
  readonly #label: unknown;

  /**
   * @param values of the bill; null is the missing value
   * @param shown all names in the response
   */
  constructor(
    readonly values: readonly (string | null)[],
    shown: readonly unknown[],
  ) {
    for (const value of values) if (value !== null) this.#bySpelling.set(spelling(value), value);
    this.#shown = new Set(shown);
    const distinct = [...this.#shown];
    const unknown = distinct.filter((name) => this.#known(name) === undefined);
    const isNamed = !distinct.some((name) => this.#known(name) === null);
    if (values.includes(null) && isNamed && unknown.length === 1) this.#label = unknown[0];
  }

  /** Returns the value of the bill; null for the missing value, and undefined for a name that the bill does not have. */
  of(name: unknown): string | null | undefined {
    return name !== undefined && name === this.#label ? null : this.#known(name);
  }

  #known(name: unknown): string | null | undefined {
    if (name === undefined || name === null) return null;
    const text = String(name);
    if (this.values.includes(text)) return text;
    const value = this.#bySpelling.get(spelling(text));
    // Beside the exact name, another spelling is another name, such as `global` for no region beside the region `Global`.
    if (value !== undefined && !this.#shown.has(value)) return value;
    return missing.has(text) ? null : value;
  }
}

/** Matches names in a response with the values of a column in all rows of a provider. */
export async function namesOf(
  bill: KnownBill,
  expression: string,
  { where }: Pick<ProviderBill, 'where'>,
  shown: readonly unknown[],
): Promise<Names> {
  const rows = await bill.expected({ figures: {}, where: [where], groupBy: { value: expression } });
  return new Names(
    rows.map(({ group }) => group.value ?? null),
    shown,
  );
}
