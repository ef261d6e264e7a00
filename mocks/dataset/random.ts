/**
 * Hashes three integers to 32 uniformly distributed bits. A pure function, so that any hour of any
 * seed is computed without those before it.
 */
export function hash32(seed: number, stream: number, position: number): number {
  let h = (seed ^ 0x9e3779b9) | 0;
  h = Math.imul(h ^ stream, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h ^ position, 0xc2b2ae35);
  h ^= h >>> 16;
  h = Math.imul(h, 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Converts a name to a stream number for {@link hash32}. */
export function streamOf(name: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A generator of integers, determined by seed and stream (mulberry32). */
export interface Random {
  /** @returns an integer from `low` to `high`, both included */
  between(low: number, high: number): number;
  /** @returns one of the items */
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: number, stream: string): Random {
  let state = hash32(seed, streamOf(stream), 0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const between = (low: number, high: number) => low + (next() % (high - low + 1));
  return { between, pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number] };
}
