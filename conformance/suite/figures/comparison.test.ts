import { expect, test } from 'vitest';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { Finding, NotApplicable } from '../../engine/judge/outcome.js';
import { type ComparedFigure, Comparison } from './comparison.js';
import { ExpectedRow, KnownBill } from './known-bill.js';

const reader = { sourceOf: () => '', all: async () => [], close: () => {} };
const bill = Object.assign(new KnownBill(reader), { statementOf: (sql: string) => `${sql};` });
const from = new ExpectedRow(bill, { figures: { cost: 'sum(BilledCost)' }, where: [] }, { row_count: 3 });
const exchange = { request: { method: 'GET', url: 'http://server/api/v1/costs?page=1' } } as CompleteExchange;

/** Returns the violations of one compared figure. */
function violationsOf(figure: Partial<ComparedFigure>) {
  const comparison = new Comparison();
  comparison.figure({ name: '`cost`', actual: 0, expected: 0, from, exchange, ...figure });
  return violationsIn(comparison);
}

function violationsIn(comparison: Comparison) {
  try {
    comparison.conclude();
    return [];
  } catch (error) {
    if (error instanceof Finding) return error.violations;
    throw error;
  }
}

test('an amount may differ by half a cent and a billionth of itself', () => {
  expect(violationsOf({ actual: 10.12, expected: 10.125 })).toEqual([]);
  expect(violationsOf({ actual: 10.12, expected: 10.1251 })).toHaveLength(1);
  expect(violationsOf({ actual: 5e9 + 5, expected: 5e9 })).toEqual([]);
  expect(violationsOf({ actual: 5e9 + 6, expected: 5e9 })).toHaveLength(1);
});

test('a percentage may differ by half of its last decimal', () => {
  expect(violationsOf({ actual: 46, expected: 46.4, unit: 'measure' })).toEqual([]);
  expect(violationsOf({ actual: 46.1, expected: 46.4, unit: 'measure' })).toHaveLength(1);
  expect(violationsOf({ actual: 9.53, expected: 9.5349, unit: 'measure' })).toEqual([]);
  expect(violationsOf({ actual: 9.53, expected: 9.536, unit: 'measure' })).toHaveLength(1);
  // Rounded to two decimals, and then to one.
  expect(violationsOf({ actual: 78.3, expected: 78.246, unit: 'measure' })).toEqual([]);
  expect(violationsOf({ actual: 78.3, expected: 78.24, unit: 'measure' })).toHaveLength(1);
});

test('a quantity that is not rounded may differ by the binary error of its parts', () => {
  const left = 0.1 + 0.2 - 0.3;
  expect(violationsOf({ actual: left, expected: 0, unit: 'measure' })).toEqual([]);
  expect(violationsOf({ actual: -left, expected: left, unit: 'measure' })).toEqual([]);
  expect(violationsOf({ actual: 1e-8, expected: 0, unit: 'measure' })).toHaveLength(1);
});

test('a number in exponential notation has the decimals of its exponent', () => {
  expect(violationsOf({ actual: 1e-7, expected: 0.54, unit: 'measure' })).toHaveLength(1);
  expect(violationsOf({ actual: -1.5e-7, expected: 0.54, unit: 'measure' })).toHaveLength(1);
  expect(violationsOf({ actual: 1e-7, expected: 1.4e-7, unit: 'measure' })).toEqual([]);
  expect(violationsOf({ actual: 1e21, expected: 1e21, unit: 'measure' })).toEqual([]);
});

test('a total may only deviate from the proposal by the rounding of the rows that it adds up', () => {
  const total = { actual: 50844.31, expected: 50844.3169 };
  expect(violationsOf({ ...total, possibleTerms: 3 })).toMatchObject([{ basis: 'proposed' }]);
  const [violation] = violationsOf({ ...total, possibleTerms: 1 });
  expect(violation?.basis).toBeUndefined();
});

test('a sum of rounded figures may differ by the rounding of each', () => {
  expect(violationsOf({ actual: 10.02, expected: 10.03, terms: 2 })).toEqual([]);
  expect(violationsOf({ actual: 10.02, expected: 10.031, terms: 2 })).toHaveLength(1);
});

test('a figure that the server may compute from rounded figures may differ by more', () => {
  expect(violationsOf({ actual: 10.02, expected: 10.065, slack: 0.04 })).toEqual([]);
  expect(violationsOf({ actual: 10.02, expected: 10.07, slack: 0.04 })).toHaveLength(1);
});

test('shows the value, its formula, the number of rows, the difference and the statement', () => {
  expect(violationsOf({ actual: 12, expected: 10, formula: 'cost × 2' })).toMatchObject([
    {
      message: '`cost` differs from the bill.',
      expected: '10 = cost × 2 (3 bill rows)',
      actual: '12 (difference +2)',
      sql: 'SELECT sum(BilledCost) AS cost, count(*) AS row_count\nFROM charges;',
    },
  ]);
});

test('shows how a figure is computed that is null', () => {
  expect(violationsOf({ actual: null, expected: 10, formula: 'cost × 2', isRequired: true })).toMatchObject([
    { expected: '10 = cost × 2 (3 bill rows)', actual: 'null' },
  ]);
  const query = { figures: { cost: 'sum(BilledCost)', list: 'sum(ListCost)' }, where: [] };
  const row = new ExpectedRow(bill, query, { row_count: 3 });
  expect(violationsOf({ actual: 'ten', expected: 10, figures: ['list'], from: row })).toMatchObject([
    { sql: 'SELECT sum(ListCost) AS list, count(*) AS row_count\nFROM charges;' },
  ]);
});

test('another reading of the service only deviates from the proposal', () => {
  expect(violationsOf({ actual: 12, expected: 10, alternatives: [12] })).toMatchObject([
    { basis: 'proposed' },
  ]);
});

test('a figure that is null is compared only if the bill determines it', () => {
  expect(() => violationsOf({ actual: null, expected: 10 })).toThrow(NotApplicable);
  expect(violationsOf({ actual: null, expected: 10, isRequired: true })).toMatchObject([
    { message: '`cost` is null, although the bill determines it.', basis: 'proposed' },
  ]);
});

test('a figure that is a text is a violation, and one that is absent is not compared', () => {
  expect(violationsOf({ actual: '10', expected: 10 })).toMatchObject([
    { message: '`cost` is not a number.', basis: 'proposed' },
  ]);
  expect(() => violationsOf({ actual: undefined, expected: 10 })).toThrow(NotApplicable);
});

test('a figure of several has no likely cause of another one', async () => {
  const query = {
    figures: { used: 'sum(CommitmentDiscountQuantity)', cost: 'sum(EffectiveCost)' },
    where: [],
  };
  const row = new ExpectedRow(bill, query, { row_count: 3, used: 10, cost: 24 });
  const actualOf = async (figure: Partial<ComparedFigure>) => {
    const comparison = new Comparison();
    comparison.figure({ name: '`used`', actual: 48, expected: 10, from: row, exchange, ...figure });
    await comparison.explain();
    return violationsIn(comparison).map(({ actual }) => actual);
  };
  expect(await actualOf({})).toEqual(['48 (difference +38)']);
  expect(await actualOf({ figures: ['cost'], expected: 24 })).toEqual(['48 (difference +24): twice the sum']);
});

test('the violation of the fewest rows is first', () => {
  const comparison = new Comparison();
  const ofOneRow = new ExpectedRow(bill, from.query, { row_count: 1 });
  comparison.figure({ name: '`many`', actual: 1, expected: 2, from, exchange });
  comparison.figure({ name: '`few`', actual: 1, expected: 2, from: ofOneRow, exchange });
  expect(() => comparison.conclude()).toThrow('`few` differs from the bill.');
});
