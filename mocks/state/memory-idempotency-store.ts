import { idempotencyRetentionSeconds } from '../../src/contract/limits.js';
import type { MockResponse } from '../types.js';
import type { Claim, ClaimedKey, IdempotencyStore } from './idempotency-store.js';

/** The most a store keeps; the oldest answers go first. */
export interface Bounds {
  readonly entries: number;
  /** Characters of all stored bodies together. */
  readonly characters: number;
}

const defaultBounds: Bounds = { entries: 10_000, characters: 64 * 1024 * 1024 };

interface Stored {
  readonly fingerprint: string;
  readonly response: MockResponse;
  readonly expires: number;
}

/** What the store remembers of one write. */
export interface KeptAnswer extends Stored {
  readonly apiKey: string;
  readonly key: string;
}

/** An idempotency store that can be written down. */
export interface MemoryIdempotencyStore extends IdempotencyStore {
  /** What is remembered, the oldest first; what is in flight is not. */
  list(): readonly KeptAnswer[];
  /** Remembers what `list` gave. */
  keep(answers: readonly KeptAnswer[]): void;
}

/** An idempotency store in this process. */
export function memoryIdempotencyStore(bounds: Bounds = defaultBounds): MemoryIdempotencyStore {
  const inFlight = new Map<string, ClaimedKey>();
  /** In the order of their completion, hence of their expiry. */
  const stored = new Map<string, Stored>();
  let characters = 0;
  let runs = 0;

  const remove = (name: string, { response }: Stored) => {
    stored.delete(name);
    characters -= response.body?.length ?? 0;
  };
  const sweep = (now: number) => {
    for (const [name, entry] of stored) {
      if (entry.expires > now && stored.size <= bounds.entries && characters <= bounds.characters) return;
      remove(name, entry);
    }
  };

  const store = ({ apiKey, key, ...entry }: KeptAnswer) => {
    stored.set(nameOf(apiKey, key), entry);
    characters += entry.response.body?.length ?? 0;
  };

  /** @returns whether it was this run that held the key */
  const free = ({ apiKey, key, run }: ClaimedKey) => {
    const name = nameOf(apiKey, key);
    return inFlight.get(name)?.run === run && inFlight.delete(name);
  };

  return {
    claim(apiKey, key, fingerprint, now): Claim {
      sweep(now);
      const name = nameOf(apiKey, key);
      if (inFlight.has(name)) return { kind: 'in-flight' };
      const entry = stored.get(name);
      if (entry && entry.expires > now) {
        return entry.fingerprint === fingerprint
          ? { kind: 'replay', response: entry.response }
          : { kind: 'reused' };
      }
      if (entry) remove(name, entry);
      runs += 1;
      const claimed: ClaimedKey = { apiKey, key, fingerprint, run: String(runs) };
      inFlight.set(name, claimed);
      return { kind: 'fresh', claimed };
    },
    complete(claimed, response, now) {
      if (!free(claimed)) return;
      const { apiKey, key, fingerprint } = claimed;
      store({ apiKey, key, fingerprint, response, expires: now + idempotencyRetentionSeconds * 1000 });
      sweep(now);
    },
    release(claimed) {
      free(claimed);
    },
    list: () =>
      [...stored].map(([name, entry]) => {
        const [apiKey = '', key = ''] = name.split('\n');
        return { apiKey, key, ...entry };
      }),
    keep: (answers) => answers.forEach(store),
  };
}

/** No header holds a line break, so two pairs never share a name. */
function nameOf(apiKey: string, key: string): string {
  return `${apiKey}\n${key}`;
}
