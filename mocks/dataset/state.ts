import { type Day, firstDayOf, type Instant, type Month, parseMonth } from './calendar.js';
import type { SeedData } from './seed-data/types.js';
import type { TagKeyRules, TagKeySeed } from './tags/rules.js';
import { Endpoints } from './webhooks/endpoints.js';

/** The only part of a world that requests can change. */
export interface State {
  readonly tagKeys: Map<string, TagKey>;
  readonly endpoints: Endpoints;
  /** Counted up for each id given out, so that ids repeat with the requests. */
  jobs: number;
  endpointIds: number;
}

export interface TagKey {
  readonly seed: TagKeySeed;
  /** What was last written. */
  readonly rules: TagKeyRules;
  readonly rulesVersion: number;
  /** The rules that spend was sorted by before the job; the whole truth once there is none. */
  readonly applied: readonly RulesFrom[];
  /** The latest work of sorting spend anew; how far it is follows from the time. */
  readonly job: TagJob | null;
}

/** Rules, and the first day whose costs they sort. */
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
  /** When a later change took its place. */
  readonly supersededAt: Instant | null;
  /** Why it is going to fail; null when it will succeed. */
  readonly error: string | null;
}

export function createState(seedData: SeedData): State {
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
