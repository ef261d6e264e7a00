import type { OperationId } from '../../src/generated/operations.js';
import type { Asked, TestWorld } from './world.js';

const audits = [4711, 4712, 4713];
const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];

/** Requests that reach every branch of an operation that answers with success. */
export function requestsTo(operationId: OperationId, ask: TestWorld['ask']): readonly Asked[] {
  const commitments = (): string[] =>
    ask('listCommitments', { query: { page_size: 100 } }).items.map((row: any) => row.id);
  const each = (ids: readonly string[]) => ids.map((commitment_id) => ({ path: { commitment_id } }));
  const ofProviders = (query: Record<string, unknown> = {}) =>
    providers.map((provider) => ({ query: { ...query, provider } }));
  const recommendations = (): string[] =>
    providers.flatMap((provider_id) =>
      ask('listRecommendations', { path: { provider_id }, query: { page_size: 200 } }).items.map(
        (row: any) => row.recommendation_id,
      ),
    );
  const withProvider = (...queries: Record<string, unknown>[]) =>
    providers.flatMap((provider_id) => queries.map((query) => ({ path: { provider_id }, query })));
  switch (operationId) {
    case 'getCommitment':
    case 'getRenewalPlan':
    case 'getRenewalQuote':
      return each(commitments());
    case 'getRenewalOptions':
      return [
        ...each(commitments()),
        ...each(commitments()).map((request) => ({ ...request, query: { quantity: 3 } })),
      ];
    case 'getRenewal':
      return each(commitments().filter((id) => ['ri-7f3a2c10', 'ri-2b91d4e7', 'ri-5ea4c80f'].includes(id)));
    case 'listCommitmentInventory':
      return [...ofProviders({ instrument: 'ri' }), ...ofProviders({ instrument: 'sp' })];
    case 'getCommitmentUtilization':
      return ['ri', 'sp'].flatMap((type) => [
        ...ofProviders({ type }),
        { query: { type, granularity: 'monthly', start: '2026-03-10', end: '2026-06-30' } },
        { query: { type, start: '2026-04-10', end: '2026-04-18' } },
        { query: { type, start: '2030-01-01', end: '2030-01-02' } },
      ]);
    case 'getEffectiveSavingsRate':
      return ['eligible', 'all'].flatMap((scope) =>
        [undefined, '2026-05', '2026-06', '2025-11', '2020-01', '2031-01'].map((period) => ({
          query: period === undefined ? { scope } : { scope, period },
        })),
      );
    case 'getCommitmentPortfolio':
      return [{}, { query: { basis: 'list' } }, ...ofProviders()];
    case 'listCommitments':
      return [{}, { query: { page_size: 100 } }, { query: { page: 99 } }, ...ofProviders()];
    case 'getCommitmentOverview':
      return ['all', 'ri', 'sp'].flatMap((commitment_type) => [...ofProviders({ commitment_type })]);
    case 'listCommitmentRecommendations':
      return ['all', 'ri', 'sp'].map((commitment_type) => ({ query: { commitment_type } }));
    case 'createWebhookEndpoint':
      return [{ body: { url: 'https://hooks.example.com/a', event_types: ['optimization.completed'] } }];
    case 'deleteWebhookEndpoint':
      // Needs an endpoint that was made before; its own test makes one.
      return [];
    case 'getCommitmentsByService':
    case 'getCoverageRates':
    case 'listCommitmentCoverage':
      return [{}, ...ofProviders()];
    case 'getCostBreakdown':
      return withProvider(
        {},
        { preset: '12M', granularity: 'monthly', group_by: ['service', 'account_id', 'region'] },
        {
          preset: '30D',
          group_by: ['tag', 'virtual_tag'],
          tag_key: ['team'],
          virtual_tag_key: 'cost center',
        },
        { virtual_tag_key: 'vtk-business-unit', virtual_tag_value: ['__unallocated__', 'Media'] },
        { search: 'data', sort_by: 'service', sort_order: 'asc', page: 2, page_size: 1 },
        { sort_by_date: '2026-06-03', show_cost_as: 'blended', credits: 'before' },
        { start: '2030-01-01', end: '2030-01-31' },
        { start: '2019-01-01', end: '2024-05-03', show_cost_as: 'net_amortized' },
        { tag_value: ['core'], tag_value_mode: 'exclude', charge_type: ['commitment_fee'] },
      );
    case 'getCostFilterOptions':
      return withProvider(
        {},
        { preset: '6M', virtual_tag_key: 'vtk-cost-center', service: ['compute'] },
        ...['service', 'account_id', 'region', 'tag_key', 'tag_value'].map((dimension) => ({ dimension })),
      );
    case 'getCostSummary':
      return withProvider({}, { credits: 'before' });
    case 'getCostTimeline':
      return withProvider(
        {},
        { preset: '6M', granularity: 'monthly', dimension: 'region', credits: 'before' },
        { start: '2030-01-01', end: '2030-01-31', dimension: 'service' },
      );
    case 'getCostForecast':
      return ['month', 'quarter', 'year'].flatMap((horizon) =>
        ['after', 'before'].flatMap((credits) => [
          { query: { horizon, credits } },
          ...ofProviders({ horizon, credits }),
        ]),
      );
    case 'listInvoiceMonths':
      return withProvider({}, { credits: 'before' }, { months: 1 }, { months: 36 });
    case 'listRecommendations':
      return withProvider(
        {},
        { sort_by: 'monthly_savings', sort_order: 'desc', page_size: 3, page: 2 },
        { display_status: ['available', 'processing'], search: 'STORAGE' },
        { service_not: ['compute'], start: '2026-05-20', end: '2026-06-08' },
      );
    case 'getRecommendationOverview':
      return withProvider({});
    case 'getRecommendation':
      return recommendations().map((id) => ({ path: { id } }));
    case 'listRecommendationTargets':
      return recommendations().map((recommendation_id) => ({ path: { recommendation_id } }));
    case 'getRealizedSavingsAudit':
      // There is no list of them; a world that has saved something has these.
      return ask('getSavingsAuditSummary').providers.length === 0
        ? []
        : audits.map((audit_id) => ({ path: { audit_id } }));
    // About a version that only a write tells; asked for by tests of its own.
    case 'updateVirtualTagKey':
      return [];
    default:
      return [{}];
  }
}
