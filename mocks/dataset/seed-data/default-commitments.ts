import { type Instant, msPerHour } from '../calendar.js';
import { at, capacityCommitment, dollar, spendCommitment } from './build.js';
import { prices } from './default-cells.js';
import { analytics, dataLake, media, platform, storefront } from './organization.js';
import type { Commitment } from './types.js';

const reservation = { provider: 'provider_a', kind: 'reserved_instance', region: 'north-1' } as const;

const compute = {
  ...reservation,
  service: 'compute',
  resource: 'c-large',
  platform: 'linux',
  unitsPerOne: 2,
  listPrice: prices.linux,
} as const;

const search = {
  ...reservation,
  service: 'search',
  holder: platform,
  resource: 'node-large',
  unitsPerOne: 1,
  quantity: 2,
  listPrice: prices.search,
  termMonths: 12,
  payment: 'partial_upfront',
} as const;

const plan = {
  provider: 'provider_a',
  kind: 'savings_plan',
  holder: platform,
  region: 'global',
} as const;

const planArn = (id: string) => `arn:provider_a:savingsplans::${platform}:savingsplan/${id}`;

/** The commitments of the default dataset, with terms relative to an instant. */
export function defaultCommitments(origin: Instant): readonly Commitment[] {
  return [
    capacityCommitment({
      ...compute,
      id: 'ri-7f3a2c10',
      holder: platform,
      quantity: 20,
      termMonths: 12,
      payment: 'no_upfront',
      start: at(origin, -287, 9.5),
      tags: { 'cost-center': 'platform', purchase: '' },
      renewal: {
        recommendation: 'rec-1202',
        createdBy: null,
        createdAt: at(origin, -1, 6),
        bought: false,
        rebound: true,
        termMonths: 36,
        payment: 'all_upfront',
        quantity: 15,
      },
    }),
    spendCommitment({
      ...plan,
      id: planArn('3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60'),
      service: 'compute',
      termMonths: 36,
      payment: 'no_upfront',
      start: at(origin, -714, 14) + msPerHour / 12,
      hourly: 5 * dollar,
      tags: { 'cost-center': 'platform' },
    }),
    // Half of it is never used, so it costs its holder more than on-demand usage.
    capacityCommitment({
      ...reservation,
      id: 'ri-2b91d4e7',
      service: 'relational-database',
      holder: dataLake,
      region: 'west-1',
      resource: 'db-large',
      platform: 'open-source engine',
      unitsPerOne: 4,
      quantity: 8,
      listPrice: prices.database,
      termMonths: 36,
      payment: 'partial_upfront',
      start: at(origin, -836, 7) + 45.5 * 60_000,
      exchangeable: true,
      tags: { 'cost-center': 'data' },
      name: 'lake-metadata',
      renewal: {
        recommendation: 'rec-1201',
        createdBy: 'finops@example.com',
        createdAt: at(origin, -5, 9.5),
        bought: false,
        rebound: false,
        termMonths: 12,
        payment: 'no_upfront',
        quantity: 4,
      },
    }),
    // Neither active nor expired, although its end is in the future.
    capacityCommitment({
      ...reservation,
      id: 'ri-c0ffee42',
      service: 'cache',
      holder: platform,
      resource: 'cache-small',
      unitsPerOne: 1,
      quantity: 4,
      listPrice: prices.cache,
      termMonths: 12,
      payment: 'all_upfront',
      start: at(origin, -75, 10),
      stateOverride: 'payment-failed',
      lookupError:
        'No offering for cache-small in north-1 with a 12-month term and all upfront payment is available.',
    }),
    // Sold before its end, which is in the future.
    capacityCommitment({
      ...reservation,
      id: 'ri-51ced0a9',
      service: 'warehouse',
      holder: dataLake,
      region: 'west-1',
      resource: 'node-large',
      unitsPerOne: 1,
      quantity: 3,
      listPrice: prices.warehouse,
      termMonths: 12,
      payment: 'no_upfront',
      start: at(origin, -226, 16) + msPerHour / 3,
      retiredAt: at(origin, -36, 11),
      exchangeable: true,
    }),
    capacityCommitment({
      ...search,
      id: 'ri-5ea4c80f',
      start: at(origin, -350, 15),
      renewal: {
        recommendation: 'rec-1203',
        createdBy: 'finops@example.com',
        createdAt: at(origin, -12, 14),
        bought: true,
        rebound: false,
        termMonths: 12,
        payment: 'partial_upfront',
        quantity: 2,
      },
    }),
    capacityCommitment({
      ...search,
      id: 'ri-0a1b2c3d',
      start: at(origin, 16),
      predecessor: 'ri-5ea4c80f',
      name: 'search-next',
    }),
    spendCommitment({
      ...plan,
      id: planArn('9d1c7e44-0b3f-4a86-8c21-7f6e5d4c3b2a'),
      service: 'relational-database',
      termMonths: 12,
      payment: 'partial_upfront',
      start: at(origin, -230, 7),
      hourly: 900_000,
    }),
    capacityCommitment({
      ...compute,
      id: 'ri-0dd5e7a1',
      holder: storefront,
      quantity: 10,
      termMonths: 12,
      payment: 'all_upfront',
      start: at(origin, -425, 12),
    }),
    capacityCommitment({
      ...compute,
      id: 'ri-93b6f0d8',
      holder: storefront,
      quantity: 8,
      termMonths: 12,
      payment: 'all_upfront',
      start: at(origin, 1),
      stateOverride: 'payment-pending',
    }),
    capacityCommitment({
      ...compute,
      id: 'ri-6c2e19fb',
      holder: storefront,
      quantity: 5,
      termMonths: 36,
      payment: 'no_upfront',
      start: at(origin, 20),
      stateOverride: 'queued-deleted',
    }),
    capacityCommitment({
      id: 'cud-4471',
      provider: 'provider_b',
      kind: 'committed_use_discount',
      service: 'virtual-machines',
      holder: media,
      region: 'west-1',
      resource: 'vcpu',
      unitsPerOne: 1,
      quantity: 100,
      listPrice: prices.machine,
      termMonths: 12,
      payment: 'no_upfront',
      start: at(origin, -257, 7),
    }),
    spendCommitment({
      id: 'spend-2026',
      provider: 'provider_b',
      kind: 'spend_commitment',
      service: 'analytics-engine',
      holder: analytics,
      region: 'global',
      termMonths: 12,
      payment: 'no_upfront',
      start: at(origin, -165),
      hourly: 3 * dollar,
    }),
  ];
}
