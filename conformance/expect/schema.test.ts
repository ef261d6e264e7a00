import { expect, test } from 'vitest';
import type { OperationId } from '../../src/generated/operations.js';
import type { CompleteExchange } from '../http/exchange.js';
import { misfits } from './schema.js';

function exchangeWith(operationId: OperationId, data: unknown): CompleteExchange {
  const json = { success: true, timestamp: '2026-06-15T12:00:00Z', data };
  return {
    operationId,
    as: 'caller',
    beyond: false,
    request: { method: 'GET', url: '', path: '', query: [], headers: {}, body: null },
    response: { status: 200, headers: {}, body: '', json, durationMs: 1, repeatsKey: false },
    failure: null,
  };
}

test('reports the path of a missing field', () => {
  const exchange = exchangeWith('listProviders', [{ provider_id: 'provider_a' }]);
  expect(misfits(exchange, 'absent')).toMatchObject([
    { message: '`data[0].provider_name` is missing.', basis: undefined },
  ]);
});

test('reports the same violation in many rows once, with their number', () => {
  const row = { provider_id: 7, provider_name: 'A' };
  expect(misfits(exchangeWith('listProviders', [row, row, row]), 'type')).toMatchObject([
    { message: '`data[0].provider_id` has the wrong type.', rows: 3 },
  ]);
});

test('distinguishes null for a list from null for a value', () => {
  const exchange = exchangeWith('listRecommendationTargets', { recommendation_id: null, items: null });
  expect(misfits(exchange, 'null-list').map(({ message }) => message)).toEqual(['`data.items` is null.']);
  expect(misfits(exchange, 'null').map(({ message }) => message)).toEqual([
    '`data.recommendation_id` is null.',
  ]);
});

test('accepts unknown fields', () => {
  const exchange = exchangeWith('listProviders', [{ provider_id: 'a', provider_name: 'A', since: 2019 }]);
  expect(misfits(exchange, 'form')).toEqual([]);
  expect(misfits(exchange, 'type')).toEqual([]);
});

test('reports a violation within a nullable part, not that the part is not null', () => {
  const exchange = exchangeWith('getCommitmentOverview', { global_esr: 'much' });
  expect(misfits(exchange, 'type')).toMatchObject([
    { message: '`data.global_esr` has the wrong type.', basis: 'proposed' },
  ]);
});

test('reports a list in place of an object with stated fields', () => {
  expect(misfits(exchangeWith('getSavingsAuditSummary', []), 'type')).toMatchObject([
    { message: '`data` has the wrong type.', basis: undefined },
  ]);
});

test('reports a list in place of an object without stated fields as proposed', () => {
  expect(misfits(exchangeWith('getCommitmentOverview', []), 'type')).toMatchObject([{ basis: 'proposed' }]);
});

test('leaves the type of a paged list to the checks of pagination', () => {
  expect(misfits(exchangeWith('listCommitments', []), 'type')).toEqual([]);
  expect(misfits(exchangeWith('listCommitmentCoverage', []), 'type')).toEqual([]);
});

test('leaves data that is not an object or a list to the checks of the envelope', () => {
  expect(misfits(exchangeWith('getSavingsAuditSummary', null), 'null')).toEqual([]);
  expect(misfits(exchangeWith('getSavingsAuditSummary', 'all'), 'type')).toEqual([]);
});
