import { type Day, firstDayOf, type Instant, type Month, parseMonth } from './calendar.js';
import type { SeedData } from './seed-data/types.js';
import type { TagKeyRules, TagKeySeed } from './tags/rules.js';
import { Endpoints } from './webhooks/endpoints.js';

/** The only part of a dataset that requests can change. */
export interface State {
  readonly tagKeys: Map<string, TagKey>;
  readonly endpoints: Endpoints;
  /** Counters for ids, so that the same requests produce the same ids. */
  jobs: number;
  endpointIds: number;
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
    endpoints: new Endpoints(),
    jobs: 87,
    endpointIds: 0,
  };
}
