import type { Instant } from '../calendar.js';
import { defaultCast } from './default.js';
import type { Cast } from './types.js';

const casts = {
  default: defaultCast,
} as const satisfies Record<string, (origin: Instant) => Cast>;

/** A kind of world. */
export type Scenario = keyof typeof casts;

/** Every scenario by name, the default first. */
export const scenarios = Object.keys(casts) as readonly Scenario[];

export function createCast(scenario: Scenario, origin: Instant): Cast {
  return casts[scenario](origin);
}
