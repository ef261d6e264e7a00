// @ts-check
import { expect, test } from 'vitest';
import { changedUnits } from './units.mjs';

const documentWith = (/** @type {object} */ schema) => ({ components: { schemas: { Cost: schema } } });

test('reports a changed unit', () => {
  expect(changedUnits(documentWith({ 'x-unit': 'USD' }), documentWith({ 'x-unit': 'percent' }))).toEqual([
    'The unit of /components/schemas/Cost was USD and is percent.',
  ]);
});

test('reports a unit that is no longer documented', () => {
  expect(changedUnits(documentWith({ 'x-unit': 'USD' }), documentWith({}))).toEqual([
    'The unit of /components/schemas/Cost was USD and is not documented.',
  ]);
});

test('does not report the same unit, or a unit that was not documented before', () => {
  expect(changedUnits(documentWith({ 'x-unit': 'USD' }), documentWith({ 'x-unit': 'USD' }))).toEqual([]);
  expect(changedUnits(documentWith({}), documentWith({ 'x-unit': 'USD' }))).toEqual([]);
});
