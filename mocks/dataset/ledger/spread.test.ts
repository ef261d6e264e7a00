import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from './spread.js';

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

test('preserves the sums of rows and columns, in whole numbers', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 });
  const ideals = fc.array(fc.double({ min: 0, max: 500_000, noNaN: true }), { minLength: 36, maxLength: 36 });
  fc.assert(
    fc.property(amounts, amounts, ideals, (rows, columns, ideal) => {
      // The totals must be equal.
      const difference = sum(rows) - sum(columns);
      if (difference > 0) columns.push(difference);
      else rows.push(-difference);
      const entries = spread(rows, columns, (row, column) => ideal[(row * 5 + column) % 36] ?? 0);
      expect([...entries].every((entry) => Number.isInteger(entry) && entry >= 0)).toBe(true);
      rows.forEach((total, row) => {
        expect(sum(columns.map((_, column) => entries[column * rows.length + row] as number))).toBe(total);
      });
      columns.forEach((total, column) => {
        expect(sum(entries.subarray(column * rows.length, (column + 1) * rows.length))).toBe(total);
      });
    }),
  );
});

test('assigns the ideal where the sums permit it, and nothing to a pair without one', () => {
  const ideal = [
    [60, 0],
    [10, 30],
  ];
  const of = (row: number, column: number) => ideal[column]?.[row] as number;
  expect([...spread([70, 30], [60, 40], of)]).toEqual([60, 0, 10, 30]);
  // Eight less for the first row than it used, eight more for the second.
  expect([...spread([62, 38], [60, 40], of)]).toEqual([60, 0, 2, 38]);
});
