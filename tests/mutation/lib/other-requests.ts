import type { CallInput } from '../../support/dataset/dataset.js';
import type { Sent } from './evaluation.js';

/** Requests that a server refuses. */
export const refusedRequests: readonly Sent[] = [
  { operationId: 'getCommitment', request: { path: { commitment_id: 'no-such-commitment' } } },
  { operationId: 'getRenewal', request: { path: { commitment_id: 'no-such-commitment' } } },
  {
    operationId: 'getRenewalOptions',
    request: { path: { commitment_id: 'ri-7f3a2c10' }, query: { quantity: 1.5 } },
  },
  { operationId: 'getRecommendation', request: { path: { id: 'no-such-recommendation' } } },
  { operationId: 'getRealizedSavingsAudit', request: { path: { audit_id: 1 } } },
  { operationId: 'getCostSummary', request: { path: { provider_id: 'no-such-provider' } } },
  {
    operationId: 'getCostBreakdown',
    request: { path: { provider_id: 'provider_a' }, query: { start: '2026-05-02', end: '2026-05-01' } },
  },
  {
    operationId: 'getCostBreakdown',
    request: { path: { provider_id: 'provider_a' }, query: { virtual_tag_key: 'no-such-key' } },
  },
  {
    operationId: 'updateVirtualTagKey',
    request: { path: { key_id: 'vtk-cost-center' }, body: { name: 'Old', expected_version: 3 } },
  },
  {
    operationId: 'updateVirtualTagKey',
    request: { path: { key_id: 'no-such-key' }, body: { name: 'None', expected_version: 1 } },
  },
  { operationId: 'deleteWebhookEndpoint', request: { path: { endpoint_id: 'no-such-endpoint' } } },
];

const path = { key_id: 'vtk-cost-center' };
const put = (body: object): CallInput => ({ path, body: { name: 'Cost center', ...body } });
const byAccount = (value: string, ...values: string[]) => ({
  filter: { rules: [{ conditions: [{ dimension: 'account', values }] }] },
  assign: { type: 'value', value },
});
const breakdown: Sent = {
  operationId: 'getCostBreakdown',
  request: {
    path: { provider_id: 'provider_a' },
    query: { preset: '12M', group_by: ['virtual_tag'], virtual_tag_key: 'cost center' },
  },
};
const day = 86_400;

/** Writes, and reads that show their effect. */
export const writes: readonly Sent[] = [
  {
    operationId: 'updateVirtualTagKey',
    request: put({
      expected_version: 7,
      description: 'Who pays',
      effective_from: '2026-04',
      can_override: false,
      collapsed_keys: [
        { source: { origin: 'provider', key: 'team' }, scope: { providers: [] }, value_prefix: 'team-' },
      ],
      configs: [
        byAccount('Shop', '100200300402', 'research'),
        {
          filter: {
            rules: [
              {
                providers: ['provider_b'],
                conditions: [
                  { dimension: 'tag', key: 'env', operator: 'is', values: ['production'] },
                  { dimension: 'service', operator: 'is_not', values: ['data-transfer'] },
                ],
              },
            ],
          },
          time_frame: { start: '2026-04-01', end: '2026-05-20' },
          assign: { type: 'value', value: 'Platform' },
        },
      ],
    }),
  },
  breakdown,
  { ...breakdown, afterSeconds: day },
  {
    operationId: 'updateVirtualTagKey',
    request: put({
      expected_version: 8,
      configs: [
        {
          ...byAccount('', 'research'),
          assign: {
            type: 'percent',
            splits: [
              { value: 'A', pct: 60 },
              { value: 'B', pct: 40 },
            ],
          },
        },
      ],
    }),
  },
  { operationId: 'updateVirtualTagKey', request: put({ expected_version: 9, name: 'Payer' }) },
  { operationId: 'updateVirtualTagKey', request: put({ expected_version: 9, description: 'late' }) },
  {
    operationId: 'updateVirtualTagKey',
    request: put({ expected_version: 10, effective_from: '2029-09' }),
  },
  {
    operationId: 'updateVirtualTagKey',
    request: put({ expected_version: 11, collapsed_keys: [{ source: { origin: 'virtual', key: 'lost' } }] }),
  },
  { operationId: 'updateVirtualTagKey', request: put({ expected_version: 12 }), afterSeconds: 1 },
  { operationId: 'updateVirtualTagKey', request: put({ expected_version: 13 }), afterSeconds: day },
  {
    operationId: 'createWebhookEndpoint',
    request: { body: { url: 'https://hooks.example.com/b', event_types: ['optimization.completed'] } },
  },
  {
    operationId: 'createWebhookEndpoint',
    request: {
      body: { url: 'https://hooks.example.com/b', event_types: ['optimization.completed'], description: 'B' },
    },
  },
  { operationId: 'deleteWebhookEndpoint', request: { path: { endpoint_id: 'whe-0001' } } },
];
