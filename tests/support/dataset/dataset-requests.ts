import type { OperationId } from '../../../src/generated/operations.js';
import type { CallInput, TestDataset } from './dataset.js';

type Call = TestDataset['call'];

const audits = [4711, 4712, 4713];
const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];

const ofProviders = (query: Record<string, unknown> = {}): CallInput[] =>
  providers.map((provider) => ({ query: { ...query, provider } }));

const withProvider = (...queries: Record<string, unknown>[]): CallInput[] =>
  providers.flatMap((provider_id) => queries.map((query) => ({ path: { provider_id }, query })));

const ofCommitments = (call: Call, matches: (id: string) => boolean = () => true) =>
  (call('listCommitments', { query: { page_size: 100 } }).items as { id: string }[])
    .filter(({ id }) => matches(id))
    .map(({ id }) => ({ path: { commitment_id: id } }));

const recommendations = (call: Call): string[] =>
  providers.flatMap((provider_id) =>
    call('listRecommendations', { path: { provider_id }, query: { page_size: 200 } }).items.map(
      (row: any) => row.recommendation_id,
    ),
  );

const types = ['ri', 'sp'];
const allTypes = ['all', ...types];

const requests: { readonly [Id in OperationId]?: (call: Call) => readonly CallInput[] } = {
  getCommitment: (call) => ofCommitments(call),
  getRenewalPlan: (call) => ofCommitments(call),
  getRenewalQuote: (call) => ofCommitments(call),
  getRenewalOptions: (call) => [
    ...ofCommitments(call),
    ...ofCommitments(call).map((request) => ({ ...request, query: { quantity: 3 } })),
  ],
  getRenewal: (call) =>
    ofCommitments(call, (id) => ['ri-7f3a2c10', 'ri-2b91d4e7', 'ri-5ea4c80f'].includes(id)),
  listCommitmentInventory: () => types.flatMap((instrument) => ofProviders({ instrument })),
  getCommitmentUtilization: () =>
    types.flatMap((type) => [
      ...ofProviders({ type }),
      { query: { type, granularity: 'monthly', start: '2026-03-10', end: '2026-06-30' } },
      { query: { type, start: '2026-04-10', end: '2026-04-18' } },
      { query: { type, start: '2030-01-01', end: '2030-01-02' } },
    ]),
  getEffectiveSavingsRate: () =>
    ['eligible', 'all'].flatMap((scope) => [
      { query: { scope } },
      ...['2026-05', '2026-06', '2025-11', '2020-01', '2031-01'].map((period) => ({
        query: { scope, period },
      })),
    ]),
  getCommitmentPortfolio: () => [{}, { query: { basis: 'list' } }, ...ofProviders()],
  listCommitments: () => [{}, { query: { page_size: 100 } }, { query: { page: 99 } }, ...ofProviders()],
  getCommitmentOverview: () => allTypes.flatMap((commitment_type) => ofProviders({ commitment_type })),
  listCommitmentRecommendations: () => allTypes.map((commitment_type) => ({ query: { commitment_type } })),
  createWebhookEndpoint: () => [
    { body: { url: 'https://hooks.example.com/a', event_types: ['optimization.completed'] } },
  ],
  // Needs an existing endpoint; a separate test creates one.
  deleteWebhookEndpoint: () => [],
  getCommitmentsByService: () => [{}, ...ofProviders()],
  getCoverageRates: () => [{}, ...ofProviders()],
  listCommitmentCoverage: () => [{}, ...ofProviders()],
  getCostBreakdown: () =>
    withProvider(
      {},
      { preset: '12M', granularity: 'monthly', group_by: ['service', 'account_id', 'region'] },
      { preset: '30D', group_by: ['tag', 'virtual_tag'], tag_key: ['team'], virtual_tag_key: 'cost center' },
      { virtual_tag_key: 'vtk-business-unit', virtual_tag_value: ['__unallocated__', 'Media'] },
      { search: 'data', sort_by: 'service', sort_order: 'asc', page: 2, page_size: 1 },
      { sort_by_date: '2026-06-03', show_cost_as: 'blended', credits: 'before' },
      { start: '2030-01-01', end: '2030-01-31' },
      { start: '2019-01-01', end: '2024-05-03', show_cost_as: 'net_amortized' },
      { tag_value: ['core'], tag_value_mode: 'exclude', charge_type: ['commitment_fee'] },
    ),
  getCostFilterOptions: () =>
    withProvider(
      {},
      { preset: '6M', virtual_tag_key: 'vtk-cost-center', service: ['compute'] },
      ...['service', 'account_id', 'region', 'tag_key', 'tag_value'].map((dimension) => ({ dimension })),
    ),
  getCostSummary: () => withProvider({}, { credits: 'before' }),
  getCostTimeline: () =>
    withProvider(
      {},
      { preset: '6M', granularity: 'monthly', dimension: 'region', credits: 'before' },
      { start: '2030-01-01', end: '2030-01-31', dimension: 'service' },
    ),
  getCostForecast: () =>
    ['month', 'quarter', 'year'].flatMap((horizon) =>
      ['after', 'before'].flatMap((credits) => [
        { query: { horizon, credits } },
        ...ofProviders({ horizon, credits }),
      ]),
    ),
  listInvoiceMonths: () => withProvider({}, { credits: 'before' }, { months: 1 }, { months: 36 }),
  listRecommendations: () =>
    withProvider(
      {},
      { sort_by: 'monthly_savings', sort_order: 'desc', page_size: 3, page: 2 },
      { display_status: ['available', 'processing'], search: 'STORAGE' },
      { service_not: ['compute'], start: '2026-05-20', end: '2026-06-08' },
    ),
  getRecommendationOverview: () => withProvider({}),
  getRecommendation: (call) => recommendations(call).map((id) => ({ path: { id } })),
  listRecommendationTargets: (call) =>
    recommendations(call).map((recommendation_id) => ({ path: { recommendation_id } })),
  // The API does not list audits; a dataset with realized savings has these.
  getRealizedSavingsAudit: (call) =>
    call('getSavingsAuditSummary').providers.length === 0
      ? []
      : audits.map((audit_id) => ({ path: { audit_id } })),
  // Needs a version that only a write returns; separate tests send it.
  updateVirtualTagKey: () => [],
};

/** Returns successful requests that reach every branch of an operation. */
export function requestsTo(operationId: OperationId, call: Call): readonly CallInput[] {
  return requests[operationId]?.(call) ?? [{}];
}
