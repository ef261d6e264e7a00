// @ts-check
import { expect, test } from 'vitest';
import { flattenAllOf } from './flatten-all-of.mjs';

/** @param {string} name */
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
/** @param {Record<string, any>} schemas */
const flat = (schemas) => flattenAllOf({ components: { schemas } }).components.schemas;

test('merges the properties of all parts, also of parts that are composed themselves', () => {
  const { Detail } = flat({
    Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    Row: { allOf: [ref('Base'), { required: ['cost'], properties: { cost: { type: ['number', 'null'] } } }] },
    Detail: { description: 'A row in detail.', allOf: [ref('Row'), { properties: { note: {} } }] },
  });

  expect(Detail).toEqual({
    type: 'object',
    description: 'A row in detail.',
    required: ['id', 'cost'],
    properties: { id: { type: 'string' }, cost: { type: ['number', 'null'] }, note: {} },
  });
});

test('merges the rules of all parts', () => {
  const [one, other] = [{ id: 'rates.one' }, { id: 'rates.other' }];
  const { Row } = flat({
    Base: { type: 'object', 'x-rules': [one] },
    Row: { 'x-rules': [other], allOf: [ref('Base'), { properties: { id: {} } }] },
  });

  expect(Row['x-rules']).toEqual([one, other]);
});

test('removes schemas that were only parts of others', () => {
  const part = { type: 'object', properties: { id: {} } };
  const schemas = flat({
    Base: part,
    Total: part,
    Row: { allOf: [ref('Base'), ref('Total')] },
    Page: { type: 'object', properties: { total: ref('Total') } },
  });

  expect(Object.keys(schemas)).toEqual(['Total', 'Row', 'Page']);
});
