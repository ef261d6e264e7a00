import type { Instant } from '../calendar.js';
import { defaultCast } from './default.js';
import { largeCast } from './large.js';
import { emptyCast, expiringSoonCast, failingLookupsCast, unmeasuredCast } from './scenarios.js';
import type { Cast } from './types.js';

const casts = {
  default: defaultCast,
  empty: emptyCast,
  large: largeCast,
  unmeasured: unmeasuredCast,
  'expiring-soon': expiringSoonCast,
  'failing-lookups': failingLookupsCast,
} as const satisfies Record<string, (origin: Instant) => Cast>;

/** A kind of world. */
export type Scenario = keyof typeof casts;

/** Every scenario by name, the default first. */
export const scenarios = Object.keys(casts) as readonly Scenario[];

export function createCast(scenario: Scenario, origin: Instant): Cast {
  return casts[scenario](origin);
}
