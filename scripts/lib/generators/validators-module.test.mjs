// @ts-check
import { expect, test } from 'vitest';
import { validatorsModule } from './validators-module.mjs';

const thing = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { $ref: '#/components/schemas/Kind' },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
  },
};
const variant = (/** @type {string} */ kind, /** @type {Record<string, unknown>} */ properties) => ({
  type: 'object',
  required: ['kind', ...Object.keys(properties)],
  properties: { kind: { type: 'string', const: kind }, ...properties },
});
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
        oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Boat' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { car: '#/components/schemas/Car', boat: '#/components/schemas/Boat' },
        },
      },
      // As in a request, where the document declares no discriminator.
      Choice: { oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Boat' }] },
      Car: variant('car', { doors: { type: 'integer' } }),
      Boat: variant('boat', { sails: { type: 'integer' } }),
      Size: { type: 'number', format: 'double' },
      Thing: thing,
    },
    requestBodies: { Thing: body },
    responses: { Thing: body },
  },
};

/** @type {string} */
const source = (await validatorsModule(document))['validators.js'] ?? '';
/** @type {any} */
const validators = await import(`data:text/javascript,${encodeURIComponent(source)}`);

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

test.each(['Row', 'Choice'])('validates only the variant of %s that the discriminator names', (name) => {
  const validate = validators.schemaValidators[name];
  const placesOf = (/** @type {unknown} */ value) => {
    expect(validate(value)).toBe(false);
    return validate.errors.map((/** @type {any} */ { instancePath, keyword, params }) =>
      [instancePath, keyword, params.missingProperty].join(' ').trim(),
    );
  };

  expect(validate({ kind: 'car', doors: 5 })).toBe(true);
  expect(placesOf({ kind: 'car', doors: 'five' })).toEqual(['/doors type']);
  expect(placesOf({ kind: 'boat' })).toEqual(['required sails']);
  expect(placesOf({})).toEqual(['required kind', 'discriminator']);
  expect(placesOf({ kind: 'kite' })).toEqual(['/kind enum', 'discriminator']);
  expect(placesOf({ kind: 7 })).toEqual(['/kind enum', 'discriminator']);
  expect(placesOf('car')).toEqual(['type']);
});

test('refuses a mapping that differs from the constants', async () => {
  const { Row, ...schemas } = document.components.schemas;
  const discriminator = { propertyName: 'kind', mapping: { auto: '#/components/schemas/Car' } };
  const components = { ...document.components, schemas: { ...schemas, Row: { ...Row, discriminator } } };
  await expect(validatorsModule({ ...document, components })).rejects.toThrow(
    'The mapping of kind differs from its constants car, boat.',
  );
});

test('ignores sizes of numbers', () => {
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
