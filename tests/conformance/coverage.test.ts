import { expect, test } from 'vitest';
import type { Exchange, RequestPlan } from '../../conformance/engine/http/exchange.js';
import { coverageOf } from '../../conformance/engine/judge/coverage.js';
import type { OperationId } from '../../conformance/engine/operation.js';
import { api } from '../../conformance/suite/api.js';
import { requestTo } from '../../conformance/suite/contract.js';
import { aFailure, aResult } from '../support/engine/report-fixture.js';

function exchange(plan: RequestPlan, status: number | null): Exchange {
  const { operationId, as, method, path, query, headers, body } = plan;
  const response = status && { status, headers: {}, body: '', json: {}, durationMs: 1, repeatsKey: false };
  return {
    operationId,
    as,
    undocumented: false,
    request: { method, url: path, path, query, headers, body },
    response: response || null,
    failure: response ? null : 'silence',
  };
}

const of = (id: OperationId, ...exchanges: Exchange[]) =>
  coverageOf(api, { exchanges }, []).operations.find(({ operation }) => operation === id);

const list = (query: Record<string, string>, status: number | null) =>
  exchange(requestTo('listCommitments', { query }), status);

test('counts statuses and marks which are documented', () => {
  const { statuses, no_response } =
    of('listCommitments', list({}, 200), list({}, 200), list({}, 418), list({}, null)) ?? {};
  expect(statuses).toContainEqual({ status: 200, documented: true, seen: 2 });
  expect(statuses).toContainEqual({ status: 401, documented: true, seen: 0 });
  expect(statuses).toContainEqual({ status: 418, documented: false, seen: 1 });
  expect(no_response).toBe(1);
});

test('counts a value as refused only if no successful request had it', () => {
  const { parameters } =
    of(
      'listCommitments',
      list({ page: '1', kind: 'savings_plan' }, 200),
      list({ page: '1', kind: 'wrong' }, 422),
      list({ page: '1', kind: 'worse' }, 400),
      list({ page: '2' }, 500),
    ) ?? {};
  const seen = (name: string) => parameters?.find((one) => one.name === name);
  expect(seen('kind')).toMatchObject({ in: 'query', accepted: 1, refused: 2 });
  expect(seen('page')).toMatchObject({ accepted: 1, refused: 0 });
  expect(seen('status')).toMatchObject({ accepted: 0, refused: 0 });
});

test('counts a missing required parameter as refused', () => {
  const inventory = (query: Record<string, string>, status: number) =>
    exchange(requestTo('listCommitmentInventory', { query }), status);
  const { parameters } =
    of('listCommitmentInventory', inventory({ instrument: 'ri' }, 200), inventory({}, 422)) ?? {};
  expect(parameters?.find(({ name }) => name === 'instrument')).toMatchObject({
    required: true,
    accepted: 1,
    refused: 1,
  });
});

test('reads parameters from the path and the headers', () => {
  const update = (key_id: string, headers: Record<string, string>, status: number) =>
    exchange(requestTo('updateVirtualTagKey', { path: { key_id }, headers, body: {} }), status);
  const { parameters } =
    of(
      'updateVirtualTagKey',
      update('known', { 'idempotency-key': 'a' }, 200),
      update('unknown', { 'idempotency-key': 'a' }, 404),
      update('known', { 'idempotency-key': 'malformed' }, 422),
    ) ?? {};
  expect(parameters).toMatchObject([
    { in: 'path', name: 'key_id', accepted: 1, refused: 1 },
    { in: 'header', name: 'Idempotency-Key', accepted: 1, refused: 1 },
  ]);
});

test('counts responses of unknown routes separately', () => {
  const route = { ...requestTo('listProviders'), operationId: null, path: '/api/v1/nothing' };
  expect(coverageOf(api, { exchanges: [exchange(route, 404)] }, []).elsewhere).toEqual({ 404: 1 });
});

test('a requirement has the most severe verdict of its checks', () => {
  const statusOf = (...results: Parameters<typeof coverageOf>[2]) =>
    coverageOf(api, { exchanges: [] }, results).requirements.find(
      ({ id }) => id === 'envelope.data-on-success',
    )?.status;
  expect(statusOf()).toBe('not_run');
  expect(statusOf(aResult({ status: 'not_applicable' }), aResult())).toBe('passed');
  expect(statusOf(aResult(), aFailure)).toBe('failed');
});

test('a verdict about another operation does not cover a requirement', () => {
  const statusOf = (operation: OperationId) =>
    coverageOf(api, { exchanges: [] }, [
      aResult({ id: 'pagination.list-has-items-and-pagination', operation }),
    ]).requirements.find(({ id }) => id === 'pagination.beside-items')?.status;
  expect(statusOf('listCommitments')).toBe('passed');
  expect(statusOf('listProviders')).toBe('not_run');
});

test('the summary counts the seen items out of all documented ones', () => {
  const { summary } = coverageOf(api, { exchanges: [list({ kind: 'savings_plan' }, 200)] }, [aResult()]);
  expect(summary.operations.seen).toBe(1);
  expect(summary.statuses.seen).toBe(1);
  expect(summary.parameters).toMatchObject({ accepted: 1, refused: 0 });
  expect(summary.requirements.seen).toBeGreaterThan(0);
  expect(summary.requirements.of).toBeGreaterThan(summary.requirements.seen);
});

test('in a scope, only its operations and their requirements count', () => {
  const scope = new Set<OperationId>(['listProviders']);
  const exchanges = [list({}, 200)];
  const { summary, operations } = coverageOf(api, { exchanges, scope }, []);
  expect(operations.map(({ operation }) => operation)).toEqual(['listProviders']);
  expect(summary.operations).toEqual({ seen: 0, of: 1 });
  const whole = coverageOf(api, { exchanges }, []).summary;
  expect(summary.requirements.of).toBeLessThan(whole.requirements.of);
});
