// @ts-check
import { expect, test } from 'vitest';
import { changedUnits } from './units.mjs';

const documentWith = (/** @type {object} */ schema) => ({ components: { schemas: { Cost: schema } } });

test('a number in another unit is reported', () => {
  expect(changedUnits(documentWith({ 'x-unit': 'USD' }), documentWith({ 'x-unit': 'percent' }))).toEqual([
    'The unit of /components/schemas/Cost was USD and is percent.',
  ]);
});

test('a unit that is no longer documented is reported', () => {
  expect(changedUnits(documentWith({ 'x-unit': 'USD' }), documentWith({}))).toEqual([
    'The unit of /components/schemas/Cost was USD and is not documented.',
  ]);
});

test('the same unit, and one that was not documented before, are not reported', () => {
  expect(changedUnits(documentWith({ 'x-unit': 'USD' }), documentWith({ 'x-unit': 'USD' }))).toEqual([]);
  expect(changedUnits(documentWith({}), documentWith({ 'x-unit': 'USD' }))).toEqual([]);
});
