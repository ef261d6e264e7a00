import type { OperationId } from '../../src/generated/operations.js';
import type { DatasetStart } from '../support/dataset/datasets.js';
import type { Rules } from './differences.js';

/** A bill has one name of a service and of a kind of plan. */
const labels = ['service_label', 'applies_to'];

const ofCommitments: Rules = {
  unknown: [
    // Prices and terms of the provider.
    'arn',
    'availability_zone',
    'cancellable',
    'exchangeable',
    'fixed_price',
    'instance_family',
    'multi_az',
    'node_offering',
    'offering_class',
    'product_description',
    'product_types',
    'recurring_hourly',
    'recurring_monthly',
    'reservation_name',
    'resource',
    'returnable_until',
    'scope',
    'tenancy',
    'unit_rate_hourly',
    'upfront',
    'usage_hourly',
    // Set by people or computed by the service.
    'history',
    'recommendations',
    'renewal_recommendation_id',
    'organization_id',
    'organization_count',
    'predecessor_id',
    'tag',
    'tags',
    // Fees are known while a commitment runs.
    'committed_monthly',
    'fee_monthly_list',
    'fee_monthly_net',
    'hourly_commitment_usd',
    'monthly_commitment_usd',
  ],
  // An account without charges has no name in a bill.
  redefined: [...labels, 'account_name', 'holder_account_name'],
};

export const rules: { readonly [Id in OperationId]?: Rules } = {
  getCommitment: ofCommitments,
  getCommitmentPortfolio: ofCommitments,
  listCommitmentInventory: ofCommitments,
  listCommitments: ofCommitments,
  listCommitmentCoverage: ofCommitments,
  getCommitmentOverview: {
    unknown: ['benchmark_esr', 'could_save_additional', 'potential_additional_savings_monthly'],
  },
  // The memory of a unit, and the instruments that are sold but not used, are not in a bill.
  getCommitmentUtilization: { redefined: [...labels, 'dimensions'] },
  getCoverageRates: { redefined: [...labels, 'instruments'] },
  getCommitmentsByService: { redefined: labels },
  getCostSummary: { unknown: ['potential_savings', 'potential_savings_percentage'] },
  getCostFilterOptions: { unknown: ['virtual_tag_keys'] },
  listUncoveredSpend: {
    redefined: labels,
    unknown: ['organization_id', 'recommended_kind', 'suggested_commitment_hourly'],
  },
};

export const instruments = ['ri', 'sp'];

/** Ranges of days up to the start. */
export function rangesUpTo({ now }: DatasetStart): Record<string, string>[] {
  const day = (ago: number) => new Date(Date.parse(now) - ago * 86_400_000).toISOString().slice(0, 10);
  return [
    {},
    { preset: '30D' },
    { preset: '12M', granularity: 'monthly' },
    { start: day(75), end: day(40) },
    { start: day(1), end: day(1) },
    { start: day(900), end: day(700), granularity: 'monthly' },
  ];
}

export const groupings = [
  { group_by: ['service', 'account_id', 'region'] },
  { group_by: ['account_id'] },
  { group_by: ['tag'], tag_key: ['team'] },
  { group_by: ['region', 'tag'], tag_key: ['env'] },
];
export const filters: Record<string, unknown>[] = [
  {},
  { service: ['compute'] },
  { service: ['compute', 'search', 'virtual-machines'], service_mode: 'exclude' },
  { account_id: ['100200300402', 'prj-media'] },
  { region: ['global'] },
  { region: ['west-1'], region_mode: 'exclude' },
  { tag_key: ['team'] },
  { tag_key: ['env'], tag_key_mode: 'exclude' },
  { tag_value: ['data', 'media'] },
  { tag_value: ['production'], tag_value_mode: 'exclude' },
  { usage_type: ['commitment:reserved_instance', 'instance:c-large', 'slot:on-demand'] },
  { platform: ['linux'] },
  { platform: ['linux'], platform_mode: 'exclude' },
  { environment: ['production'] },
  { search: 'data' },
];
