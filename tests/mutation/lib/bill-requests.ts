import type { OperationId } from '../../../src/generated/operations.js';
import type { Sent } from './evaluation.js';

const providers = ['provider_a', 'provider_b', 'provider_c'];
const groups = ['service', 'account_id', 'region'];
const ranges = [
  { preset: '6M' },
  { preset: '30D' },
  { start: '2026-05-01', end: '2026-05-31' },
  { start: '2026-05-17', end: '2026-05-29' },
];
const modes = ['include', 'exclude'];
const filters = [
  { service: 'Compute' },
  { service: ['Compute', 'Database'] },
  { account_id: '222222222222' },
  { region: 'north-1' },
  { tag_key: 'team' },
  { tag_value: 'web' },
  { tag_key: 'team', tag_value: 'data' },
  { charge_type: 'usage' },
  { charge_type: ['covered_usage', 'commitment_fee'] },
  { usage_type: 'instance-hours' },
  { platform: 'Linux' },
  { environment: 'prod' },
  { service: 'Compute', region: 'south-2' },
];

const filtered = modes.flatMap((mode) =>
  filters.map((filter) => ({
    ...filter,
    ...(mode === 'exclude'
      ? Object.fromEntries(
          Object.keys(filter)
            .filter((name) => name !== 'environment')
            .map((name) => [`${name}_mode`, mode]),
        )
      : {}),
  })),
);

const ofProvider =
  (operationId: OperationId, provider_id = 'provider_a') =>
  (query: Record<string, unknown>): Sent => ({
    operationId,
    request: { path: { provider_id }, query },
  });
const reads = (operationId: OperationId, queries: readonly Record<string, unknown>[]): Sent[] =>
  queries.map((query) => ({ operationId, request: { query } }));

const [first = {}] = ranges;
const month = ranges[2] ?? first;

/** Requests to every operation with figures that a bill determines, with each of their parameters. */
export const billRequests: readonly Sent[] = [
  ...providers.flatMap((provider) => [
    ...ranges.flatMap((range) =>
      groups.map((group_by) =>
        ofProvider('getCostBreakdown', provider)({ ...range, group_by, page_size: 100 }),
      ),
    ),
    ofProvider(
      'getCostBreakdown',
      provider,
    )({ ...first, group_by: ['service', 'region'], granularity: 'monthly', page_size: 100 }),
    ofProvider('getCostBreakdown', provider)({ ...month, group_by: 'tag', tag_key: 'team', page_size: 100 }),
    ofProvider('getCostBreakdown', provider)({ ...month, credits: 'before', page_size: 100 }),
    ...ranges.flatMap((range) =>
      ['daily', 'monthly'].map((granularity) =>
        ofProvider('getCostTimeline', provider)({ ...range, granularity }),
      ),
    ),
    ...groups.map((dimension) => ofProvider('getCostTimeline', provider)({ ...month, dimension })),
    ofProvider('getCostTimeline', provider)({ ...month, credits: 'before' }),
    ofProvider('getCostSummary', provider)({}),
    ofProvider('getCostSummary', provider)({ credits: 'before' }),
    ofProvider('listInvoiceMonths', provider)({}),
    ofProvider('listInvoiceMonths', provider)({ credits: 'before', months: 2 }),
    ...reads('getCostForecast', [
      { provider },
      { provider, credits: 'before' },
      { provider, horizon: 'quarter' },
    ]),
    ...reads('getCoverageRates', [{ provider }]),
    ...reads('getCommitmentsByService', [{ provider }]),
    ...reads('listCommitments', [{ provider, page_size: 100 }]),
  ]),
  ...filtered.map((filter) => ofProvider('getCostBreakdown')({ ...month, ...filter, page_size: 100 })),
  ...['blended', 'amortized', 'net_unblended', 'net_amortized'].map((show_cost_as) =>
    ofProvider('getCostBreakdown')({ ...month, show_cost_as, page_size: 100 }),
  ),
  ofProvider('getCostBreakdown')({ ...month, search: 'obj', page_size: 100 }),
  ...reads('getCostForecast', [{}, { horizon: 'year' }]),
  ...['ri', 'sp'].flatMap((type) =>
    reads('getCommitmentUtilization', [
      { type },
      { type, start: '2026-05-09', end: '2026-05-20' },
      { type, start: '2026-04-10', end: '2026-06-20', granularity: 'monthly' },
    ]),
  ),
  ...['eligible', 'all'].flatMap((scope) =>
    reads('getEffectiveSavingsRate', [{ scope }, { scope, period: '2026-05' }, { scope, period: '2026-04' }]),
  ),
  ...reads('getCommitmentPortfolio', [{}, { basis: 'list' }]),
  ...reads('getCommitmentOverview', [{}, { commitment_type: 'ri' }, { commitment_type: 'sp' }]),
  ...reads('listUncoveredSpend', [{}]),
  ...reads('listCommitmentCoverage', [{}]),
  ...['ri-db-1', 'ri-c-7', 'cud-1'].map(
    (commitment_id): Sent => ({ operationId: 'getCommitment', request: { path: { commitment_id } } }),
  ),
];

/** Figures that a bill does not determine: policies of the server, advice, and numbers of a page. */
const undetermined = new Set([
  ...['forecast_value', 'forecast_low', 'forecast_high', 'confidence_pct', 'daily_rate', 'days_remaining'],
  ...['daily_rate_sample_days', 'daily_rate_thin_days', 'daily_rate_window_days', 'days_since_last_actual'],
  ...[
    'delta_pct_vs_last_month',
    'future_start_index',
    'forecasted_monthly_costs',
    'forecasted_monthly_costs_percentage',
  ],
  ...['potential_savings', 'potential_savings_percentage', 'could_save_additional', 'benchmark_esr'],
  ...[
    'potential_additional_savings_monthly',
    'suggested_commitment_hourly',
    'rightsizing_monthly',
    'protects_monthly',
  ],
  ...['total_pages', 'current_page', 'page_size', 'expires_in_seconds', 'term_months', 'expiring_within_30d'],
  ...['expiring_count', 'organization_count', 'unit_count'],
]);

/** Days of the forecast among the points. */
const pastPoints = 30;

/** Returns every figure of a response with the name of its field, in an order that does not depend on the response's. */
export function figuresIn(body: unknown): string[] {
  const found: string[] = [];
  const visit = (name: string, value: unknown) => {
    if (undetermined.has(name)) return;
    if (typeof value === 'number') found.push(`${name} ${value}`);
    else if (Array.isArray(value)) {
      const items = name === 'sparkline' ? value.slice(0, pastPoints) : value;
      for (const item of items) visit(name, item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, own] of Object.entries(value)) visit(key, own);
    }
  };
  visit('', body);
  return found.sort();
}
