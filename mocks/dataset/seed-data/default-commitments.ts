import type { Instant } from '../calendar.js';
import { microsPerDollar } from '../money.js';
import { at, capacityCommitment, spendCommitment } from './build.js';
import { isSpendKind } from './offerings.js';
import { analytics, dataLake, media, platform, products, providerOf, storefront } from './organization.js';
import { recordsOf } from './records.js';
import type { Commitment, RaisedRenewal } from './types.js';

const planArn = (id: string) => `arn:provider_a:savingsplans::${platform}:savingsplan/${id}`;
const computePlan = planArn('3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60');
const databasePlan = planArn('9d1c7e44-0b3f-4a86-8c21-7f6e5d4c3b2a');

/** Processors are reserved for machines of any size. */
const reserved = { ...products, vcpu: { ...products.machine, resource: 'vcpu', platform: null } };

interface Purchase extends Commitment {
  /** What is reserved, or any product of the service of a plan. */
  readonly product: keyof typeof reserved;
  /** Resources, or dollars an hour. */
  readonly quantity: number;
}

/** The commitments of the default dataset, with terms relative to an instant. */
export function defaultCommitments(origin: Instant): readonly Commitment[] {
  const details = detailsOf(origin);
  const renewals = renewalsOf(origin);
  return purchasesOf(origin).map(({ product: name, quantity, ...terms }): Commitment => {
    const product = reserved[name];
    const input = { ...terms, provider: providerOf(terms.holder), service: product.service };
    return {
      ...(isSpendKind(terms.kind)
        ? spendCommitment(input, quantity * microsPerDollar)
        : capacityCommitment(input, product, quantity)),
      ...details[terms.id],
      renewal: renewals.find(({ of }) => of === terms.id) ?? null,
    };
  });
}

function purchasesOf(origin: Instant) {
  const [ri, plan] = ['reserved_instance', 'savings_plan'] as const;
  const on = (days: number, hour?: number, minute?: number) => at(origin, days, hour, minute);
  return recordsOf<Purchase>()(
    ['id', 'kind', 'product', 'holder', 'region', 'quantity', 'termMonths', 'payment', 'start'],
    [
      ['ri-7f3a2c10', ri, 'c-large', platform, 'north-1', 20, 12, 'no_upfront', on(-287, 9, 30)],
      [computePlan, plan, 'c-large', platform, 'global', 5, 36, 'no_upfront', on(-714, 14, 5)],
      // Half of it is never used, so it costs its holder more than on-demand usage.
      ['ri-2b91d4e7', ri, 'database', dataLake, 'west-1', 8, 36, 'partial_upfront', on(-836, 7, 45.5)],
      ['ri-c0ffee42', ri, 'cache', platform, 'north-1', 4, 12, 'all_upfront', on(-75, 10)],
      ['ri-51ced0a9', ri, 'warehouse', dataLake, 'west-1', 3, 12, 'no_upfront', on(-226, 16, 20)],
      ['ri-5ea4c80f', ri, 'search', platform, 'north-1', 2, 12, 'partial_upfront', on(-350, 15)],
      ['ri-0a1b2c3d', ri, 'search', platform, 'north-1', 2, 12, 'partial_upfront', on(16)],
      [databasePlan, plan, 'database', platform, 'global', 0.9, 12, 'partial_upfront', on(-230, 7)],
      ['ri-0dd5e7a1', ri, 'c-large', storefront, 'north-1', 10, 12, 'all_upfront', on(-425, 12)],
      ['ri-93b6f0d8', ri, 'c-large', storefront, 'north-1', 8, 12, 'all_upfront', on(1)],
      ['ri-6c2e19fb', ri, 'c-large', storefront, 'north-1', 5, 36, 'no_upfront', on(20)],
      ['cud-4471', 'committed_use_discount', 'vcpu', media, 'west-1', 100, 12, 'no_upfront', on(-257, 7)],
      ['spend-2026', 'spend_commitment', 'slot', analytics, 'global', 3, 12, 'no_upfront', on(-165)],
    ],
  );
}

/** What only some commitments have. */
function detailsOf(origin: Instant): Readonly<Record<string, Partial<Commitment>>> {
  const unsold =
    'No offering for cache-small in north-1 with a 12-month term and all upfront payment is available.';
  return {
    'ri-7f3a2c10': { tags: { 'cost-center': 'platform', purchase: '' } },
    [computePlan]: { tags: { 'cost-center': 'platform' } },
    'ri-2b91d4e7': { exchangeable: true, tags: { 'cost-center': 'data' }, name: 'lake-metadata' },
    // Neither active nor expired, although its end is in the future.
    'ri-c0ffee42': { stateOverride: 'payment-failed', lookupError: unsold },
    // Sold before its end, which is in the future.
    'ri-51ced0a9': { retiredAt: at(origin, -36, 11), exchangeable: true },
    'ri-0a1b2c3d': { predecessor: 'ri-5ea4c80f', name: 'search-next' },
    'ri-93b6f0d8': { stateOverride: 'payment-pending' },
    'ri-6c2e19fb': { stateOverride: 'queued-deleted' },
  };
}

interface Renewal extends RaisedRenewal {
  /** What it replaces. */
  readonly of: string;
}

function renewalsOf(origin: Instant): readonly Renewal[] {
  const finops = 'finops@example.com';
  return recordsOf<Renewal>()(
    [
      'of',
      'recommendation',
      'createdBy',
      'createdAt',
      'bought',
      'rebound',
      'termMonths',
      'payment',
      'quantity',
    ],
    [
      ['ri-7f3a2c10', 'rec-1202', null, at(origin, -1, 6), false, true, 36, 'all_upfront', 15],
      ['ri-2b91d4e7', 'rec-1201', finops, at(origin, -5, 9, 30), false, false, 12, 'no_upfront', 4],
      ['ri-5ea4c80f', 'rec-1203', finops, at(origin, -12, 14), true, false, 12, 'partial_upfront', 2],
    ],
  );
}
