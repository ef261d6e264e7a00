import type { SeedData } from './seed-data/types.js';
import type { State, TagKey } from './state.js';
import { Endpoints, type WebhookEndpoint } from './webhooks/endpoints.js';

/** The changeable part of a world from outside: to be put aside, taken back, and written down. */
export interface StoredState<Copy = State> {
  /** What it is now; later changes do not touch the copy. */
  copy(): Copy;
  /** Makes it what the copy says. */
  restore(copy: Copy): void;
  /** The same text for the same state. */
  write(): string;
  /** @param text what `write` gave, also in another process with the same cast */
  read(text: string): Copy;
}

interface Written extends Counters {
  /** Without what the cast says of them anyway. */
  readonly tagKeys: readonly (readonly [id: string, key: Omit<TagKey, 'seed'>])[];
  readonly endpoints: readonly WebhookEndpoint[];
}

type Counters = Omit<State, 'tagKeys' | 'endpoints'>;

export function storedState(state: State, seedData: SeedData): StoredState {
  const seeds = new Map(seedData.tagKeys.map((seed) => [seed.id, seed]));
  return {
    copy: () => ({ ...state, tagKeys: new Map(state.tagKeys), endpoints: state.endpoints.copy() }),
    restore({ tagKeys, endpoints, ...counters }) {
      refill(state.tagKeys, tagKeys);
      state.endpoints.become(endpoints);
      Object.assign(state, counters satisfies Readonly<Record<string, number>>);
    },
    write() {
      const { tagKeys, endpoints, ...counters } = state;
      const written: Written = {
        tagKeys: [...tagKeys].map(([id, { seed, ...key }]) => [id, key]),
        endpoints: endpoints.list(),
        ...counters,
      };
      return JSON.stringify(written);
    },
    read(text) {
      const { tagKeys, endpoints, ...counters } = JSON.parse(text) as Written;
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

function refill<Key, Value>(map: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
