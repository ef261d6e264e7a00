import type { SeedData } from './seed-data/types.js';
import type { State, TagKey } from './state.js';
import { Endpoints, type WebhookEndpoint } from './webhooks/endpoints.js';

/** Copies, restores and serializes the mutable state of a dataset. */
export interface StoredState<Copy = State> {
  /** Copies the current state; later changes do not affect the copy. */
  copy(): Copy;
  /** Replaces the current state with a copy. */
  restore(copy: Copy): void;
  /** Serializes the current state; equal states give equal text. */
  write(): string;
  /** @param text returned by `write`, also in another process with the same seed data */
  read(text: string): Copy;
}

interface SerializedState extends Counters {
  /** Without their seed, which the seed data contains. */
  readonly tagKeys: readonly (readonly [id: string, key: Omit<TagKey, 'seed'>])[];
  readonly endpoints: readonly WebhookEndpoint[];
}

type Counters = Omit<State, 'tagKeys' | 'endpoints'>;

export function storedState(state: State, seedData: Pick<SeedData, 'tagKeys'>): StoredState {
  const seeds = new Map(seedData.tagKeys.map((seed) => [seed.id, seed]));
  return {
    copy: () => ({ ...state, tagKeys: new Map(state.tagKeys), endpoints: state.endpoints.copy() }),
    restore({ tagKeys, endpoints, ...counters }) {
      replaceEntries(state.tagKeys, tagKeys);
      state.endpoints.replaceWith(endpoints);
      Object.assign(state, counters satisfies Readonly<Record<string, number>>);
    },
    write() {
      const { tagKeys, endpoints, ...counters } = state;
      const serialized: SerializedState = {
        tagKeys: [...tagKeys].map(([id, { seed, ...key }]) => [id, key]),
        endpoints: endpoints.list(),
        ...counters,
      };
      return JSON.stringify(serialized);
    },
    read(text) {
      const { tagKeys, endpoints, ...counters } = JSON.parse(text) as SerializedState;
      return {
        tagKeys: new Map(
          tagKeys.flatMap(([id, key]) => {
            const seed = seeds.get(id);
            return seed ? [[id, { seed, ...key }] as const] : [];
          }),
        ),
        endpoints: new Endpoints(endpoints),
        ...counters,
      };
    },
  };
}

function replaceEntries<Key, Value>(map: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
