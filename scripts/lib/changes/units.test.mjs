// @ts-check
import { expect, test } from 'vitest';
import { changedUnits } from './units.mjs';

const documentWith = (/** @type {object} */ schema) => ({ components: { schemas: { Cost: schema } } });

test.each([
  ['a changed unit', { 'x-unit': 'USD' }, { 'x-unit': 'percent' }, ['was USD and is percent.']],
  ['no unit any more', { 'x-unit': 'USD' }, {}, ['was USD and is not documented.']],
  ['not the same unit', { 'x-unit': 'USD' }, { 'x-unit': 'USD' }, []],
  ['not a unit that was not documented before', {}, { 'x-unit': 'USD' }, []],
])('reports %s', (_, before, after, changes) => {
  expect(changedUnits(documentWith(before), documentWith(after))).toEqual(
    changes.map((change) => `The unit of /components/schemas/Cost ${change}`),
  );
});
