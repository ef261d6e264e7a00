import { describe, expect, test } from 'vitest';
import { Scope, type ScopeOptions } from '../../conformance/engine/run/scope.js';
import { api } from '../../conformance/suite/api.js';
import { operations } from '../../src/generated/operations.js';

const idsIn = (options?: ScopeOptions) => {
  const scope = new Scope(api, options);
  return operations.map(({ operationId }) => operationId).filter((id) => scope.has(id));
};

describe('a scope', () => {
  test('contains every operation if nothing is selected', () => {
    expect(idsIn()).toHaveLength(operations.length);
    expect(new Scope(api, { operations: [], exclude: { tags: [] } }).isWhole).toBe(true);
  });

  test('matches a glob with many stars in polynomial time', () => {
    expect(() => new Scope(api, { paths: [`/${'**i**t**e**m'.repeat(8)}!`] })).toThrow('No path matches');
    expect(idsIn({ paths: ['**/commit*/by-s*ice'] })).toEqual(['getCommitmentsByService']);
  });

  test('is the union of the operations selected by id, tag and path', () => {
    const options = {
      operations: ['getCostForecast'],
      tags: ['providers'],
      paths: ['/api/v1/recommendations/audit/*'],
    };
    expect(idsIn(options)).toEqual([
      'getCostForecast',
      'getSavingsAuditSummary',
      'listProviders',
      'listProviderBudgets',
    ]);
    expect(new Scope(api, options).isWhole).toBe(false);
  });

  test('does not contain excluded operations', () => {
    expect(idsIn({ tags: ['webhooks'], exclude: { operations: ['deleteWebhookEndpoint'] } })).toEqual([
      'createWebhookEndpoint',
    ]);
    expect(idsIn({ exclude: { paths: ['/api/v1/commitments/**'] } })).not.toContain('getCommitment');
  });

  test('matches * within one segment', () => {
    expect(idsIn({ paths: ['/api/v1/commitments/renewal-*/{commitment_id}'] })).toEqual([
      'getRenewalPlan',
      'getRenewalOptions',
      'getRenewalQuote',
    ]);
    expect(() => idsIn({ paths: ['/api/v1/providers/*'] })).toThrow('No path matches');
  });
});

test.each([
  [{ operations: ['listProvider'] }, "Unknown operation 'listProvider'. Did you mean 'listProviders'?"],
  [{ tags: ['cost'] }, "Unknown tag 'cost'. Did you mean 'costs'?"],
  [
    { exclude: { tags: ['billing-and-more'] } },
    "Unknown tag 'billing-and-more'. The document has commitments,",
  ],
  [{ paths: ['/api/v1/provider'] }, "No path matches '/api/v1/provider'. Did you mean '/api/v1/providers'?"],
  [{ tags: ['tags'], exclude: { tags: ['tags'] } }, 'No operation is in scope'],
])('rejects %j', (options, message) => {
  expect(() => new Scope(api, options)).toThrow(message);
});
