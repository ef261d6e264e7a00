import { expect, test } from 'vitest';
import { exchangeOf } from '../../../tests/support/suite/exchange-of.js';
import { hasEvidence } from './evidence.js';
import type { Misfit } from './schema.js';

const kinds: readonly Misfit[] = ['absent', 'type', 'null-list', 'null', 'set', 'format', 'bounds', 'form'];

function shownBy(operationId: 'listProviders' | 'listCommitments', status: number, data: unknown): Misfit[] {
  const exchange = exchangeOf(operationId, { success: true, data }, status);
  return kinds.filter((kind) => hasEvidence(exchange, kind));
}

test('an empty list shows nothing of the fields of its items', () => {
  expect(shownBy('listProviders', 200, [])).toEqual([]);
});

test('a field shows its type, and nothing of rules that it does not have', () => {
  const kindsShown = shownBy('listProviders', 200, [{ provider_id: 'a', provider_name: 'A' }]);
  expect(kindsShown).toEqual(expect.arrayContaining(['absent', 'type', 'null']));
  expect(kindsShown).not.toContain('set');
});

test('a field whose values are listed shows whether it has one of them', () => {
  expect(shownBy('listCommitments', 200, { items: [{ region: 'here' }] })).not.toContain('set');
  const items = [{ kind: 'savings_plan' }];
  expect(shownBy('listCommitments', 200, { items })).toEqual(expect.arrayContaining(['set', 'null-list']));
});

test('a failure, and data without any field, show nothing', () => {
  expect(shownBy('listProviders', 404, [{ provider_id: 'a' }])).toEqual([]);
  expect(shownBy('listProviders', 200, null)).toEqual([]);
});

test('a field that is null in every item shows nothing of its format or its set', () => {
  const shown = shownBy('listCommitments', 200, { items: [{ kind: null, start_date: null }] });
  expect(shown).toContain('type');
  expect(shown).not.toContain('set');
  expect(shown).not.toContain('format');
});

test('the last of many items shows what no other does', () => {
  const items = [...Array.from({ length: 500 }, () => ({ kind: null })), { kind: 'savings_plan' }];
  expect(shownBy('listCommitments', 200, { items })).toContain('set');
});

test('a field that the document does not know shows nothing', () => {
  expect(shownBy('listProviders', 200, { other: { provider_id: 'a' } })).not.toContain('type');
});
