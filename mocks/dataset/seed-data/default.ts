import type { Instant } from '../calendar.js';
import type { Budget } from './billing-types.js';
import { dollar } from './build.js';
import { defaultCells } from './default-cells.js';
import { defaultCommitments } from './default-commitments.js';
import { defaultAudits, defaultRecommendations } from './default-recommendations.js';
import { defaultTagKeys } from './default-tags.js';
import { accounts, analytics, media, providers, services } from './organization.js';
import type { Contract, SeedData } from './types.js';

const contracts: readonly Contract[] = [
  {
    id: 'contract-observability',
    vendor: 'Observability vendor',
    floorMonthly: 4_000 * dollar,
    consumedMonthly: 8_300 * dollar,
  },
  {
    id: 'contract-edge-delivery',
    vendor: 'Edge delivery vendor',
    floorMonthly: 2_500 * dollar,
    consumedMonthly: 1_900 * dollar,
  },
];

const budgets: readonly Budget[] = [
  {
    id: 'budget-media',
    name: 'Media project',
    kind: 'specified',
    period: 'MONTH',
    amount: 2_000 * dollar,
    account: media,
    service: null,
    credits: 'after',
    thresholds: [50, 90, 100],
    approximate: false,
  },
  {
    id: 'budget-analytics-last-month',
    name: 'Analytics, no more than last month',
    kind: 'last_period',
    period: 'MONTH',
    amount: null,
    account: analytics,
    service: null,
    credits: 'after',
    thresholds: [80, 100, 120],
    approximate: false,
  },
  {
    id: 'budget-machines-quarter',
    name: 'Virtual machines, this quarter',
    kind: 'specified',
    period: 'QUARTER',
    amount: 6_000 * dollar,
    account: null,
    service: 'virtual-machines',
    credits: 'before',
    thresholds: [75, 100],
    approximate: true,
  },
  {
    id: 'budget-media-analytics',
    name: 'No analytics in the media project',
    kind: 'specified',
    period: 'YEAR',
    amount: 0,
    account: media,
    service: 'analytics-engine',
    credits: 'after',
    thresholds: [100],
    approximate: false,
  },
];

/** The dataset of the documentation: small enough to read, with a notable case of each kind. */
export function defaultSeedData(origin: Instant): SeedData {
  const seedData = {
    organizationId: 'org-1',
    benchmarkRate: 14.5,
    lookupsFail: false,
    providers,
    accounts,
    services,
    cells: defaultCells,
    commitments: defaultCommitments(origin),
    contracts,
    budgets,
    tagKeys: defaultTagKeys(origin),
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
  return { ...seedData, recommendations: defaultRecommendations(origin), audits: defaultAudits(origin) };
}
