import type { OperationId } from '../../../src/generated/operations.js';
import type { Asked, TestWorld } from './ask.js';

const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];

/** Requests that reach every branch of an operation that answers with success. */
export function requestsTo(operationId: OperationId, ask: TestWorld['ask']): readonly Asked[] {
  const commitments = (): string[] =>
    ask('listCommitments', { query: { page_size: 100 } }).items.map((row: any) => row.id);
  const each = (ids: readonly string[]) => ids.map((commitment_id) => ({ path: { commitment_id } }));
  const ofProviders = (query: Record<string, unknown> = {}) =>
    providers.map((provider) => ({ query: { ...query, provider } }));
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
    case 'getCostForecast':
      return ['month', 'quarter', 'year'].flatMap((horizon) =>
        ['after', 'before'].flatMap((credits) => [
          { query: { horizon, credits } },
          ...ofProviders({ horizon, credits }),
        ]),
      );
    case 'getCostSummary':
    case 'getCostTimeline':
    case 'listInvoiceMonths':
    case 'getCostBreakdown':
    case 'getCostFilterOptions':
    case 'listRecommendations':
    case 'getRecommendationOverview':
      return providers.map((provider_id) => ({ path: { provider_id } }));
    // About one thing that only a list or a write tells; asked for by tests of their own.
    case 'updateVirtualTagKey':
    case 'getRecommendation':
    case 'getRealizedSavingsAudit':
    case 'listRecommendationTargets':
      return [];
    default:
      return [{}];
  }
}
