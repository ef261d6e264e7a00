import { expect, test } from 'vitest';
import { exchangeOf } from '../../tests/support/suite/exchange-of.js';
import { missingContent } from './missing-content.js';

const missingFrom = (...exchange: Parameters<typeof exchangeOf>) =>
  missingContent(exchangeOf(...exchange))?.dependsOn;

const success = (data: unknown) => ({ success: true, data });

test('an empty list is content of an operation that returns a bare list', () => {
  for (const id of ['listProviders', 'listUncoveredSpend', 'listCommitmentRecommendations'] as const) {
    expect(missingFrom(id, success([])), id).toBeUndefined();
  }
});

test('a page without items is content', () => {
  expect(missingFrom('listCommitments', success({ items: [], pagination: {} }))).toBeUndefined();
});

test('a bare list is not content of a paged operation', () => {
  expect(missingFrom('listCommitments', success([]))).toBe('pagination.list-has-items-and-pagination');
});

test('an object is not content of an operation that returns a bare list', () => {
  expect(missingFrom('listProviders', success({ items: [] }))).toBe('providers.list-is-a-bare-array');
});

test('one stated field is content, and a field of another operation is not', () => {
  expect(missingFrom('getSavingsAuditSummary', success({ payback: null }))).toBeUndefined();
  expect(missingFrom('getSavingsAuditSummary', success({ provider_id: 'a' }))).toBe('fields.all-are-present');
});

test('an empty object is not content, even if no field is stated', () => {
  expect(missingFrom('getCostSummary', success({}))).toBe('fields.all-are-present');
  expect(missingFrom('getCostSummary', success({ period: 'this_month' }))).toBeUndefined();
});

test('reports the first missing part of the envelope', () => {
  expect(missingFrom('getCostSummary', [])).toBe('envelope.body-is-a-json-object');
  expect(missingFrom('getCostSummary', undefined)).toBe('envelope.body-is-a-json-object');
  expect(missingFrom('getCostSummary', { success: false })).toBe('envelope.success-matches-the-status');
  expect(missingFrom('getCostSummary', success(null))).toBe('envelope.success-has-data');
});

test('ignores failures', () => {
  expect(missingFrom('getCostSummary', {}, 404)).toBeUndefined();
});

test('a list is not content of an operation with stated fields', () => {
  expect(missingFrom('getSavingsAuditSummary', success([]))).toBe('fields.types-are-exact');
  expect(missingFrom('getCommitmentOverview', success([]))).toBeUndefined();
});
