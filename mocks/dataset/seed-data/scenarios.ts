import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import { defaultSeedData } from './default.js';
import { termHours } from './offerings.js';
import { providers } from './organization.js';
import type { Commitment, SeedData } from './types.js';

/** Providers have been connected, and nothing has come in from them yet. */
export function emptySeedData(): SeedData {
  return {
    organizationId: 'org-1',
    benchmarkRate: 14.5,
    lookupsFail: false,
    providers,
    accounts: [],
    services: [],
    cells: [],
    commitments: [],
    contracts: [],
    recommendations: [],
    audits: [],
    budgets: [],
    tagKeys: [],
    invoiceRules: [],
  };
}

/** `provider_a` has not been measured; `provider_b` has, and nothing is committed to there. */
export function unmeasuredSeedData(origin: Instant): SeedData {
  const seedData = defaultSeedData(origin);
  return {
    ...seedData,
    providers: seedData.providers.map((one) => (one.id === 'provider_a' ? { ...one, measured: false } : one)),
    commitments: seedData.commitments.filter(({ provider }) => provider !== 'provider_b'),
  };
}

/** Every running commitment ends within four weeks. */
export function expiringSoonSeedData(origin: Instant): SeedData {
  const seedData = defaultSeedData(origin);
  const isRunning = ({ sticky, retiredAt, start, end }: Commitment) =>
    sticky === null && retiredAt === null && start <= origin && origin < end;
  let running = 0;
  return {
    ...seedData,
    commitments: seedData.commitments.map((one) => {
      // One that has been replaced already keeps its end, where its replacement begins.
      if (!isRunning(one) || one.renewal?.bought === true) return one;
      running += 1;
      const end =
        one.end - Math.floor((one.end - origin) / msPerDay) * msPerDay + ((running * 4) % 27) * msPerDay;
      return { ...one, end, start: end - termHours(one.termMonths) * msPerHour };
    }),
  };
}

/** No price of a replacement or a purchase can be found. */
export function failingLookupsSeedData(origin: Instant): SeedData {
  const seedData = defaultSeedData(origin);
  return {
    ...seedData,
    lookupsFail: true,
    commitments: seedData.commitments.map((one) => ({
      ...one,
      lookupError: one.lookupError ?? "The provider's price list did not answer.",
    })),
  };
}
