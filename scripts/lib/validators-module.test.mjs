// @ts-check
import { beforeAll, expect, test } from 'vitest';
import { validatorsModule } from './validators-module.mjs';

const thing = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { $ref: '#/components/schemas/Kind' },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
  },
};
const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } };
const document = {
  paths: {
    '/things': {
      put: {
        operationId: 'putThing',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        requestBody: { $ref: '#/components/requestBodies/Thing' },
        responses: { 200: { $ref: '#/components/responses/Thing' }, 404: body },
      },
    },
  },
  webhooks: { 'thing.changed': { post: { requestBody: body } } },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['big', 'small'], 'x-known-values': ['huge'] },
      Flag: { type: 'boolean', 'x-const': true },
      Moment: { type: 'string', format: 'date-time' },
      Row: {
        type: 'object',
        oneOf: [{ $ref: '#/components/schemas/Thing' }],
        discriminator: { propertyName: 'kind' },
      },
      Size: { type: 'number', format: 'double' },
      Thing: thing,
    },
    requestBodies: { Thing: body },
    responses: { Thing: body },
  },
};

/** @type {string} */
let source;
/** @type {any} */
let validators;

beforeAll(async () => {
  source = (await validatorsModule(document))['validators.js'] ?? '';
  validators = await import(`data:text/javascript,${encodeURIComponent(source)}`);
});

test('generates code without imports and eval', () => {
  expect(source).not.toMatch(/\bimport\b|\brequire\(["']|new Function|\beval\(/);
});

test('validates parameters by location and name', () => {
  expect(validators.parameterValidators.putThing['query:page'](1)).toBe(true);
  expect(validators.parameterValidators.putThing['query:page'](0)).toBe(false);
});

test('validates x-const as const', () => {
  expect(validators.schemaValidators.Flag(true)).toBe(true);
  expect(validators.schemaValidators.Flag(false)).toBe(false);
});

test('ignores discriminators and sizes of numbers', () => {
  expect(validators.schemaValidators.Row({ kind: 'big' })).toBe(true);
  expect(validators.schemaValidators.Size(1.5)).toBe(true);
});

test('reports the location of an error', () => {
  const validate = validators.bodyValidators.putThing;

  expect(validate({ kind: 'big', parts: [{ kind: 'odd' }] })).toBe(false);
  expect(validate.errors).toMatchObject([{ instancePath: '/parts/0/kind', keyword: 'enum' }]);
});

test('limits the number of errors of a long list', () => {
  const validate = validators.bodyValidators.putThing;

  expect(validate({ kind: 'big', parts: Array.from({ length: 100_000 }, () => ({})) })).toBe(false);
  expect(validate.errors.length).toBe(2000);
});

test('validates responses by operation and status', () => {
  expect(validators.responseValidators.putThing['404']({ kind: 'small' })).toBe(true);
  expect(validators.responseValidators.putThing['200']({})).toBe(false);
});

test('validates the payload of an event by its type', () => {
  expect(validators.eventValidators['thing.changed']({ kind: 'small' })).toBe(true);
  expect(validators.eventValidators['thing.changed']([])).toBe(false);
});

test('validates formats', () => {
  expect(validators.schemaValidators.Moment('2026-06-15T12:00:00Z')).toBe(true);
  expect(validators.schemaValidators.Moment('15 June 2026')).toBe(false);
});

test('shares one function between all references to a schema', () => {
  const { bodyValidators, eventValidators, responseValidators, schemaValidators } = validators;

  expect(bodyValidators.putThing).toBe(schemaValidators.Thing);
  expect(responseValidators.putThing['200']).toBe(schemaValidators.Thing);
  expect(eventValidators['thing.changed']).toBe(schemaValidators.Thing);
});
