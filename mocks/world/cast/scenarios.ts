import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import { defaultCast } from './default.js';
import { termHours } from './offerings.js';
import { providers } from './organization.js';
import type { Cast, Commitment } from './types.js';

/** Providers have been connected, and nothing has come in from them yet. */
export function emptyCast(): Cast {
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
export function unmeasuredCast(origin: Instant): Cast {
  const cast = defaultCast(origin);
  return {
    ...cast,
    providers: cast.providers.map((one) => (one.id === 'provider_a' ? { ...one, measured: false } : one)),
    commitments: cast.commitments.filter(({ provider }) => provider !== 'provider_b'),
  };
}

/** Every running commitment ends within four weeks. */
export function expiringSoonCast(origin: Instant): Cast {
  const cast = defaultCast(origin);
  const isRunning = ({ sticky, retiredAt, start, end }: Commitment) =>
    sticky === null && retiredAt === null && start <= origin && origin < end;
  let running = 0;
  return {
    ...cast,
    commitments: cast.commitments.map((one) => {
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
export function failingLookupsCast(origin: Instant): Cast {
  const cast = defaultCast(origin);
  return {
    ...cast,
    lookupsFail: true,
    commitments: cast.commitments.map((one) => ({
      ...one,
      lookupError: one.lookupError ?? "The provider's price list did not answer.",
    })),
  };
}
