// @ts-check
import { expect, test } from 'vitest';
import { compareSchemas } from './compare-schemas.mjs';

const document = {
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['a', 'b'] },
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  },
};

test.each([
  [
    'a type',
    { type: 'number' },
    { type: ['number', 'null'] },
    'wider',
    'type went from number to null or number',
  ],
  [
    'a number for an integer',
    { type: 'integer' },
    { type: 'number' },
    'wider',
    'type went from integer to number',
  ],
  ['any type', { type: 'string' }, {}, 'wider', 'type went from string to any'],
  ['a member of a closed set', { enum: ['a'] }, { enum: ['a', 'b'] }, 'wider', 'gained "b"'],
  ['an opened set', { enum: ['a'] }, {}, 'wider', 'was closed to "a" and is open'],
  ['a lower minimum', { minimum: 2 }, { minimum: 1 }, 'wider', 'minimum went from 2 to 1'],
  ['no maximum', { maxItems: 60 }, {}, 'wider', 'maxItems went from 60 to none'],
  ['no pattern', { pattern: '^a' }, {}, 'wider', 'pattern went from "^a" to none'],
  ['lists that repeat', { uniqueItems: true }, {}, 'wider', 'uniqueItems went from true to none'],
  [
    'other properties',
    { additionalProperties: false },
    { additionalProperties: { type: 'string' } },
    'wider',
    'takes other properties',
  ],
  [
    'another branch',
    { anyOf: [{ type: 'string' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    'wider',
    'can also be {"type":"integer"}',
  ],
])('sees that a schema got wider: %s', (_name, before, after, direction, what) => {
  expect(compare(before, after)).toEqual([{ direction, at: '', what }]);
  expect(compare(after, before)).toMatchObject([{ direction: 'narrower' }]);
});

test.each([
  ['another type', { type: 'string' }, { type: 'integer' }, 'type went from string to integer'],
  ['another format', { format: 'date' }, { format: 'date-time' }, 'format went from "date" to "date-time"'],
  ['another default', { default: 20 }, { default: 50 }, 'default went from 20 to 50'],
  ['another unit', { 'x-unit': 'USD' }, { 'x-unit': 'USD/month' }, 'x-unit went from "USD" to "USD/month"'],
])('sees that a schema means something else: %s', (_name, before, after, what) => {
  expect(compare(before, after)).toEqual([{ direction: 'other', at: '', what }]);
});

test('sees a property that is gone', () => {
  expect(compare({ properties: { id: {}, name: {} } }, { properties: { id: {} } })).toEqual([
    { direction: 'other', at: 'name', what: 'is gone' },
  ]);
});

test('sees a property that is new', () => {
  expect(compare({ properties: {} }, { properties: { name: {} } })).toEqual([
    { direction: 'grown', at: 'name', what: 'is new' },
  ]);
});

test('sees a new property that is required', () => {
  expect(compare({ properties: {} }, { required: ['name'], properties: { name: {} } })).toEqual([
    { direction: 'narrower', at: 'name', what: 'is new and required' },
  ]);
});

test('sees that a property became required', () => {
  const properties = { name: { type: 'string' } };

  expect(compare({ properties }, { properties, required: ['name'] })).toEqual([
    { direction: 'narrower', at: 'name', what: 'became required' },
  ]);
});

test('says where in lists, objects and maps', () => {
  const within = (/** @type {object} */ schema) => ({
    properties: {
      rows: { type: 'array', items: { properties: { tags: { additionalProperties: schema } } } },
    },
  });

  expect(compare(within({ type: 'string' }), within({ type: 'integer' }))).toMatchObject([
    { at: 'rows[].tags.*' },
  ]);
});

test('sees that lists and maps were told what they hold', () => {
  const open = { properties: { tags: { type: 'object' }, rows: { type: 'array' } } };
  const told = {
    properties: {
      tags: { type: 'object', additionalProperties: { type: 'string' } },
      rows: { type: 'array', items: { type: 'string' } },
    },
  };

  expect(compare(open, told)).toEqual([
    { direction: 'narrower', at: 'tags.*', what: 'type went from any to string' },
    { direction: 'narrower', at: 'rows[]', what: 'type went from any to string' },
  ]);
});

test('lets the known values of an open set change', () => {
  expect(
    compare({ type: 'string', 'x-known-values': ['a'] }, { type: 'string', 'x-known-values': ['b'] }),
  ).toEqual([]);
});

test('lets words for people change', () => {
  expect(compare({ description: 'One.', examples: [1] }, { description: 'Another.', examples: [2] })).toEqual(
    [],
  );
});

test('takes a reference for what it leads to', () => {
  expect(compare({ $ref: '#/components/schemas/Kind' }, { type: 'string', enum: ['a', 'b'] })).toEqual([]);
});

test('takes a schema that may be null for its type or null', () => {
  const nullable = { oneOf: [{ $ref: '#/components/schemas/Kind' }, { type: 'null' }] };

  expect(compare({ $ref: '#/components/schemas/Kind' }, nullable)).toMatchObject([
    { direction: 'wider', what: 'type went from string to null or string' },
  ]);
});

test('merges allOf', () => {
  const merged = {
    allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { name: { type: 'string' } } }],
  };

  expect(
    compare({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }, merged),
  ).toEqual([{ direction: 'grown', at: 'name', what: 'is new' }]);
});

test('ends at a schema that contains itself', () => {
  expect(compare({ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Tree' })).toEqual([]);
});

/**
 * @param {object} before
 * @param {object} after
 */
function compare(before, after) {
  return compareSchemas({ document, schema: before }, { document, schema: after });
}
