import type { components } from '../../src/generated/types.js';
import { type Day, firstDayOf, type Instant, type Month, parseMonth } from './calendar.js';
import { sum } from './money.js';
import type { SeedData } from './seed-data/types.js';
import type { TagKeyRules, TagKeySeed } from './tags/rules.js';

/** The only part of a dataset that requests can change. */
export interface State {
  readonly tagKeys: Map<string, TagKey>;
  readonly endpoints: Map<string, WebhookEndpoint>;
  /** Counters for ids, so that the same requests produce the same ids. */
  jobs: number;
  endpointIds: number;
  /** The size of all endpoints; adding it up for each new one takes long with thousands. */
  endpointCharacters: number;
}

export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];

/** The size of an endpoint: its texts, and what stores them. */
export function charactersOf({ id, url, event_types, description }: WebhookEndpoint): number {
  return 256 + [id, url, ...event_types, description ?? ''].join('').length;
}

export interface TagKey {
  readonly seed: TagKeySeed;
  /** The rules of the last update. */
  readonly rules: TagKeyRules;
  readonly rulesVersion: number;
  /** The rules in effect before the job, or all rules if none was started. */
  readonly applied: readonly RulesFrom[];
  /** The latest job that reallocates spend; its progress follows from the clock. */
  readonly job: TagJob | null;
}

/** Rules, and the first day of the costs that they apply to. */
export interface RulesFrom {
  readonly from: Day;
  readonly rules: TagKeyRules;
}

export interface TagJob {
  readonly id: string;
  readonly createdAt: Instant;
  readonly fromMonth: Month;
  readonly toMonth: Month;
  readonly rules: TagKeyRules;
  /** When a later update superseded it. */
  readonly supersededAt: Instant | null;
  /** The error that it will fail with; null if it will succeed. */
  readonly error: string | null;
}

export function createState(seedData: Pick<SeedData, 'tagKeys'>): State {
  return {
    tagKeys: new Map(
      seedData.tagKeys.map((seed): [string, TagKey] => [
        seed.id,
        {
          seed,
          rules: seed.rules,
          rulesVersion: seed.rulesVersion,
          applied: [{ from: firstDayOf(parseMonth(seed.rules.effectiveFrom) as Month), rules: seed.rules }],
          job: null,
        },
      ]),
    ),
    endpoints: new Map(),
    jobs: 87,
    endpointIds: 0,
    endpointCharacters: 0,
  };
}

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
    copy: () => ({ ...state, tagKeys: new Map(state.tagKeys), endpoints: new Map(state.endpoints) }),
    restore({ tagKeys, endpoints, ...counters }) {
      replaceEntries(state.tagKeys, tagKeys);
      replaceEntries(state.endpoints, endpoints);
      Object.assign(state, counters satisfies Readonly<Record<string, number>>);
    },
    write() {
      const { tagKeys, endpoints, ...counters } = state;
      const serialized: SerializedState = {
        tagKeys: [...tagKeys].map(([id, { seed, ...key }]) => [id, key]),
        endpoints: [...endpoints.values()],
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
        endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
        ...counters,
        // Not in states of earlier versions.
        endpointCharacters: sum(endpoints.map(charactersOf)),
      };
    },
  };
}

function replaceEntries<Key, Value>(map: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
