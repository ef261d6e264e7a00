import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.js';
import { DistinctViolations, mostKinds, occurrencesOf } from './distinct.js';
import type { Violation } from './outcome.js';

const exchangeOf = (path: string) => ({ request: { path } }) as Exchange;
const list = exchangeOf('/list');
const page = exchangeOf('/list?page=2');
const absent = (field: string, exchange: Exchange, rows?: number): Violation => ({
  message: `\`data.items[${rows ?? 0}].${field}\` is missing.`,
  expected: 'a property',
  actual: 'nothing',
  exchange,
  rows,
});

test('counts rows, and each request once', () => {
  expect(occurrencesOf([absent('id', list, 3), absent('id', list, 2), absent('id', page)])).toEqual({
    rows: 6,
    requests: 2,
  });
});

test('stores the first violation of each kind, with the rows and requests of all', () => {
  const distinct = new DistinctViolations();
  distinct.add([absent('id', list, 3), absent('kind', list, 1)]);
  distinct.add([absent('id', page, 4)]);
  expect(distinct.list).toMatchObject([
    { message: '`data.items[3].id` is missing.', exchange: list, rows: 7, requests: 2 },
    { message: '`data.items[1].kind` is missing.', rows: 1, requests: 1 },
  ]);
});

test('separates violations that only warn from those that fail', () => {
  const distinct = new DistinctViolations();
  distinct.add([absent('id', list), { ...absent('id', list), basis: 'proposed' }]);
  expect(distinct.list).toHaveLength(2);
});

test('stores a limited number of kinds, and counts the violations of others', () => {
  const distinct = new DistinctViolations();
  for (let round = 0; round < 2; round += 1) {
    distinct.add(Array.from({ length: mostKinds + 5 }, (_, index) => absent(`field-${index}`, list)));
  }
  expect([distinct.list.length, distinct.omitted]).toEqual([mostKinds, 10]);
});
