import { expect, test } from 'vitest';
import { document } from '../../../src/generated/document.js';
import type { OperationId } from '../../../src/generated/operations.js';
import { exchangeOf } from '../../../tests/support/suite/exchange-of.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { departureOf } from './documented-shape.js';
import { type Misfit, misfits } from './schema.js';

function exchangeWith(operationId: OperationId, data: unknown): CompleteExchange {
  return exchangeOf(operationId, { success: true, timestamp: '2026-06-15T12:00:00Z', data });
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

/** A response whose only row is an example of the document with changed fields. */
function inventoryWith(change: object, example = 'reservations'): CompleteExchange {
  const { data } = document.components.examples[`listCommitmentInventory.${example}`].value;
  return exchangeWith('listCommitmentInventory', { ...data, rows: [{ ...data.rows[0], ...change }] });
}

const allKinds: readonly Misfit[] = [
  'absent',
  'type',
  'null-list',
  'null',
  'set',
  'format',
  'bounds',
  'form',
];

const namesOf = (exchange: CompleteExchange) =>
  allKinds.flatMap((kind) =>
    misfits(exchange, kind).map(
      ({ message, expected, actual, basis }) => `${message} ${expected}; ${actual}; ${basis}`,
    ),
  );

test.each([
  [{ qty: 'ten' }, '`data.rows[0].qty` has the wrong type. integer or null; "ten"; proposed'],
  [{ region: 7 }, '`data.rows[0].region` has the wrong type. string; 7; proposed'],
  [{ id: undefined }, '`data.rows[0].id` is missing. a property "id"; nothing; proposed'],
  [{ tags: [] }, '`data.rows[0].tags` has the wrong type. object or null; []; proposed'],
  [{ service: null }, '`data.rows[0].service` is null. string; null; proposed'],
  [{ end_at: 'soon' }, '`data.rows[0].end_at` has the wrong format. a date-time; "soon"; proposed'],
  [
    { on_demand: { currency: 'USD' } },
    '`data.rows[0].on_demand.measured_from` is missing. a property "measured_from"; nothing; proposed',
  ],
  [{ kind: undefined }, '`data.rows[0].kind` is missing. a property "kind"; nothing; proposed'],
  [
    { kind: 'spot' },
    '`data.rows[0].kind` names none of the documented variants. one of "reserved_instance", "savings_plan"; "spot"; proposed',
  ],
  [
    { kind: 7 },
    '`data.rows[0].kind` names none of the documented variants. one of "reserved_instance", "savings_plan"; 7; proposed',
  ],
])('names the field of a union that is wrong: %o', (change, name) => {
  expect(namesOf(inventoryWith(change))[0]).toBe(name);
});

test('judges a union by the variant that its discriminator names', () => {
  expect(namesOf(inventoryWith({}))).toEqual([]);
  expect(namesOf(inventoryWith({}, 'savings-plans'))).toEqual([]);
  expect(namesOf(inventoryWith({ upfront: 'none' }, 'savings-plans'))).toEqual([
    expect.stringContaining('`data.rows[0].upfront` has the wrong type.'),
  ]);
  // A field of the other variant is an addition.
  expect(namesOf(inventoryWith({ qty: 'ten' }, 'savings-plans'))).toEqual([]);
});

test.each([
  [{ qty: 'ten' }, { field: 'data.rows[].qty', expected: 'integer or null', actual: '"ten"' }],
  [{ id: undefined }, { field: 'data.rows[].id', expected: 'a value', actual: 'nothing' }],
  [
    { kind: 'spot' },
    { field: 'data.rows[].kind', expected: 'one of "reserved_instance", "savings_plan"', actual: '"spot"' },
  ],
])('names the field in which a union departs from the documented shape: %o', (change, departure) => {
  expect(departureOf(inventoryWith({}))).toBeNull();
  expect(departureOf(inventoryWith(change))).toEqual(departure);
});
