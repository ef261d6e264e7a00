import { expect, test } from 'vitest';
import type { OperationId } from '../../src/generated/operations.js';
import type { CompleteExchange } from '../http/exchange.js';
import { misfits } from './schema.js';

function answer(operationId: OperationId, data: unknown): CompleteExchange {
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

test('a missing field is told by its place', () => {
  const exchange = answer('listProviders', [{ provider_id: 'provider_a' }]);
  expect(misfits(exchange, 'absent')).toMatchObject([
    { message: '`data[0].provider_name` is missing.', basis: undefined },
  ]);
});

test('the same fault in many rows is told once', () => {
  const row = { provider_id: 7, provider_name: 'A' };
  expect(misfits(answer('listProviders', [row, row, row]), 'type')).toHaveLength(1);
});

test('null for a list is told apart from null for a value', () => {
  const exchange = answer('listRecommendationTargets', { recommendation_id: null, items: null });
  expect(misfits(exchange, 'null-list').map(({ message }) => message)).toEqual(['`data.items` is null.']);
  expect(misfits(exchange, 'null').map(({ message }) => message)).toEqual([
    '`data.recommendation_id` is null.',
  ]);
});

test('unknown fields are additions', () => {
  const exchange = answer('listProviders', [{ provider_id: 'a', provider_name: 'A', since: 2019 }]);
  expect(misfits(exchange, 'form')).toEqual([]);
  expect(misfits(exchange, 'type')).toEqual([]);
});

test('what is wrong inside a part that may be null is told, not that it is no null', () => {
  const exchange = answer('getCommitmentOverview', { global_esr: 'much' });
  expect(misfits(exchange, 'type')).toMatchObject([
    { message: '`data.global_esr` has the wrong type.', basis: 'proposed' },
  ]);
});

test('a list in place of an object with stated fields has the wrong type', () => {
  expect(misfits(answer('getSavingsAuditSummary', []), 'type')).toMatchObject([
    { message: '`data` has the wrong type.', basis: undefined },
  ]);
});

test('a list in place of an object of which no field is stated only departs from what is proposed', () => {
  expect(misfits(answer('getCommitmentOverview', []), 'type')).toMatchObject([{ basis: 'proposed' }]);
});

test('what is no list where pages are stated is left to the check of lists', () => {
  expect(misfits(answer('listCommitments', []), 'type')).toEqual([]);
  expect(misfits(answer('listCommitmentCoverage', []), 'type')).toEqual([]);
});

test('data that is neither an object nor a list is left to the checks of the envelope', () => {
  expect(misfits(answer('getSavingsAuditSummary', null), 'null')).toEqual([]);
  expect(misfits(answer('getSavingsAuditSummary', 'all'), 'type')).toEqual([]);
});
