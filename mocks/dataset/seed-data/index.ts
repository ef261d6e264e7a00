import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import { defaultSeedData, emptySeedData } from './default.js';
import { largeSeedData } from './large.js';
import { termHours } from './offerings.js';
import { type Scenario, scenarios } from './scenario-names.js';
import type { Commitment, SeedData } from './types.js';

export { type Scenario, scenarios };

const seedDataOf = {
  default: defaultSeedData,
  empty: emptySeedData,
  large: largeSeedData,
  unmeasured: unmeasuredSeedData,
  'expiring-soon': expiringSoonSeedData,
  'failing-lookups': failingLookupsSeedData,
} as const satisfies Record<Scenario, (origin: Instant) => SeedData>;

export function createSeedData(scenario: Scenario, origin: Instant): SeedData {
  return seedDataOf[scenario](origin);
}

/** `provider_a` is not measured; `provider_b` is measured and has no commitments. */
function unmeasuredSeedData(origin: Instant): SeedData {
  const seedData = defaultSeedData(origin);
  return {
    ...seedData,
    providers: seedData.providers.map((one) => (one.id === 'provider_a' ? { ...one, measured: false } : one)),
    commitments: seedData.commitments.filter(({ provider }) => provider !== 'provider_b'),
  };
}

/** Every active commitment ends within four weeks. */
function expiringSoonSeedData(origin: Instant): SeedData {
  const seedData = defaultSeedData(origin);
  const isRunning = ({ stateOverride, retiredAt, start, end }: Commitment) =>
    stateOverride === null && retiredAt === null && start <= origin && origin < end;
  let running = 0;
  return {
    ...seedData,
    commitments: seedData.commitments.map((one) => {
      // The end of a renewed commitment is unchanged, because its replacement starts there.
      if (!isRunning(one) || one.renewal?.bought === true) return one;
      running += 1;
      const end =
        one.end - Math.floor((one.end - origin) / msPerDay) * msPerDay + ((running * 4) % 27) * msPerDay;
      return { ...one, end, start: end - termHours(one.termMonths) * msPerHour };
    }),
  };
}

/** All price lookups fail. */
function failingLookupsSeedData(origin: Instant): SeedData {
  const seedData = defaultSeedData(origin);
  return {
    ...seedData,
    lookupsFail: true,
    commitments: seedData.commitments.map((one) => ({
      ...one,
      lookupError: one.lookupError ?? "The provider's price list did not respond.",
    })),
  };
}
