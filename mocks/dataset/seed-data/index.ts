import type { Instant } from '../calendar.js';
import { defaultSeedData } from './default.js';
import { largeSeedData } from './large.js';
import { type Scenario, scenarios } from './scenario-names.js';
import {
  emptySeedData,
  expiringSoonSeedData,
  failingLookupsSeedData,
  unmeasuredSeedData,
} from './scenarios.js';
import type { SeedData } from './types.js';

const seedDataOf = {
  default: defaultSeedData,
  empty: emptySeedData,
  large: largeSeedData,
  unmeasured: unmeasuredSeedData,
  'expiring-soon': expiringSoonSeedData,
  'failing-lookups': failingLookupsSeedData,
} as const satisfies Record<Scenario, (origin: Instant) => SeedData>;

export { type Scenario, scenarios };

export function createSeedData(scenario: Scenario, origin: Instant): SeedData {
  return seedDataOf[scenario](origin);
}
