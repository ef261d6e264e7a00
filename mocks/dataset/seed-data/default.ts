import type { Instant } from '../calendar.js';
import { microsPerDollar as dollar } from '../money.js';
import type { Budget } from './billing-types.js';
import { defaultCells } from './default-cells.js';
import { defaultCommitments } from './default-commitments.js';
import { defaultAudits, defaultRecommendations } from './default-recommendations.js';
import { defaultTagKeys } from './default-tags.js';
import { accounts, analytics, media, providers, services } from './organization.js';
import { recordsOf } from './records.js';
import type { Contract, SeedData } from './types.js';

const contracts: readonly Contract[] = recordsOf<Contract>()(
  ['id', 'vendor', 'floorMonthly', 'consumedMonthly'],
  [
    ['contract-observability', 'Observability vendor', 4_000 * dollar, 8_300 * dollar],
    ['contract-edge-delivery', 'Edge delivery vendor', 2_500 * dollar, 1_900 * dollar],
  ],
);

const budgets: readonly Budget[] = [
  budget('budget-media', 'Media project', [50, 90, 100], { amount: 2_000 * dollar, account: media }),
  budget('budget-analytics-last-month', 'Analytics, no more than last month', [80, 100, 120], {
    kind: 'last_period',
    account: analytics,
  }),
  budget('budget-machines-quarter', 'Virtual machines, this quarter', [75, 100], {
    period: 'QUARTER',
    amount: 6_000 * dollar,
    service: 'virtual-machines',
    credits: 'before',
    approximate: true,
  }),
  budget('budget-media-analytics', 'No analytics in the media project', [100], {
    period: 'YEAR',
    amount: 0,
    account: media,
    service: 'analytics-engine',
  }),
];

/** Builds a budget; by default of a month, for all costs after credits. */
function budget(id: string, name: string, thresholds: readonly number[], more: Partial<Budget>): Budget {
  const scope = { account: null, service: null, credits: 'after', approximate: false } as const;
  return { id, name, thresholds, kind: 'specified', period: 'MONTH', amount: null, ...scope, ...more };
}

/** The dataset of the documentation: small enough to read, with a notable case of each kind. */
export function defaultSeedData(origin: Instant): SeedData {
  return {
    ...emptySeedData(),
    accounts,
    services,
    cells: defaultCells,
    commitments: defaultCommitments(origin),
    contracts,
    budgets,
    tagKeys: defaultTagKeys(origin),
    recommendations: defaultRecommendations(origin),
    audits: defaultAudits(origin),
    invoiceRules: [
      {
        provider: 'provider_b',
        taxBps: 1900,
        lateCells: defaultCells.filter((one) => one.service === 'analytics-engine').map((one) => one.id),
        adjustments: [
          { monthsAgo: 1, amount: -42_500_000 },
          { monthsAgo: 4, amount: 18_250_000 },
        ],
      },
    ],
  };
}

/** Connected providers without any data. */
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
