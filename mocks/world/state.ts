import type { Instant } from './calendar.js';
import type { Cast, TagKeySeed } from './cast/types.js';

/** The only part of a world that requests can change. */
export interface State {
  readonly tagKeys: Map<string, TagKey>;
  readonly endpoints: Map<string, WebhookEndpoint>;
  /** Counted up for each id given out, so that ids repeat with the requests. */
  jobs: number;
  endpointIds: number;
}

export interface TagKey {
  readonly seed: TagKeySeed;
  /** What its spend is split by now; a job in progress has not touched it yet. */
  readonly applied: TagKeySeed['rules'];
  /** What was last written. */
  readonly rules: TagKeySeed['rules'];
  readonly rulesVersion: number;
  readonly job: TagJob | null;
}

export interface TagJob {
  readonly id: string;
  readonly createdAt: Instant;
  readonly fromMonth: number;
  readonly toMonth: number;
  /** When a later change took its place. */
  readonly supersededAt: Instant | null;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  readonly createdAt: Instant;
}

export function createState(cast: Cast): State {
  return {
    tagKeys: new Map(
      cast.tagKeys.map((seed): [string, TagKey] => [
        seed.id,
        { seed, applied: seed.rules, rules: seed.rules, rulesVersion: seed.rulesVersion, job: null },
      ]),
    ),
    endpoints: new Map(),
    jobs: 0,
    endpointIds: 0,
  };
}
