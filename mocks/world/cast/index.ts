import type { Instant } from '../calendar.js';
import { defaultCast } from './default.js';
import { largeCast } from './large.js';
import { type Scenario, scenarios } from './scenario-names.js';
import { emptyCast, expiringSoonCast, failingLookupsCast, unmeasuredCast } from './scenarios.js';
import type { Cast } from './types.js';

const casts = {
  default: defaultCast,
  empty: emptyCast,
  large: largeCast,
  unmeasured: unmeasuredCast,
  'expiring-soon': expiringSoonCast,
  'failing-lookups': failingLookupsCast,
} as const satisfies Record<Scenario, (origin: Instant) => Cast>;

export { type Scenario, scenarios };

export function createCast(scenario: Scenario, origin: Instant): Cast {
  return casts[scenario](origin);
}
