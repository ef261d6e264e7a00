import { expect, test } from 'vitest';
import { openapi30 } from './openapi-3.0.js';

const document = {
  openapi: '3.1.1',
  info: { title: 'Things', version: '1', summary: 'All.', license: { name: 'MIT', identifier: 'MIT' } },
  tags: [{ name: 'things' }, { name: 'events' }],
  paths: {
    '/things': {
      get: {
        parameters: [
          { name: 'size', in: 'query', schema: { ...ref('Size'), default: 'small' } },
          { name: 'page', in: 'query', schema: { ...ref('Page'), 'x-provenance': 'proposed' } },
        ],
        responses: { 200: { content: { 'application/json': { schema: ref('Thing') } } } },
      },
    },
  },
  webhooks: {
    changed: { post: { requestBody: { content: { 'application/json': { schema: ref('Event') } } } } },
  },
  components: {
    examples: { thing: { value: { schema: { type: ['string', 'null'] } } } },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          cost: { type: ['number', 'null'], exclusiveMinimum: 0, examples: [1, 2] },
          kind: { const: 'thing' },
          owner: { description: 'Who.', oneOf: [ref('Owner'), { type: 'null' }], default: null },
          union: { oneOf: [ref('Union'), { type: 'null' }] },
          size: { oneOf: [ref('Size'), { type: 'null' }] },
          sizes: { type: 'array', items: ref('Size') },
          page: { ...ref('Page'), default: 1 },
          proposed: { ...ref('Page'), 'x-provenance': 'proposed' },
        },
      },
      Owner: { type: 'object' },
      Union: { type: 'object', oneOf: [ref('One'), ref('Other')] },
      One: { type: 'object' },
      Other: { type: 'object' },
      Size: { type: 'string', enum: ['small'] },
      Page: { type: 'integer' },
      Event: { type: 'object', properties: { detail: ref('Detail') } },
      Detail: { type: 'object' },
      Unreferenced: { type: 'object' },
    },
  },
};

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

const { responses } = document.paths['/things'].get;
const { components, ...converted } = openapi30(document);

test('leaves out events and the components that only they use', () => {
  expect(converted).toEqual({
    openapi: '3.0.3',
    info: {
      title: 'Things',
      version: '1',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    tags: [{ name: 'things' }],
    paths: { '/things': { get: { parameters: expect.any(Array), responses } } },
  });
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([...Object.keys(components.schemas), 'Event', 'Detail']),
  );
  expect(components.schemas).not.toHaveProperty('Detail');
  expect(components.schemas).toHaveProperty('Unreferenced');
});

test('does not change examples', () => {
  expect(components.examples).toEqual(document.components.examples);
});

test('writes the keywords of 3.0', () => {
  const { cost, kind } = components.schemas.Thing.properties;
  expect(cost).toEqual({ type: 'number', nullable: true, minimum: 0, exclusiveMinimum: true, example: 1 });
  expect(kind).toEqual({ enum: ['thing'] });
});

test('an object that is null somewhere is nullable itself, and so is one variant of a union', () => {
  const { Thing, Owner, Union, One, Other } = components.schemas;
  expect(Thing.properties.owner).toEqual({
    type: 'object',
    nullable: true,
    description: 'Who.',
    allOf: [ref('Owner')],
  });
  expect(Owner).toEqual({ type: 'object', nullable: true });
  expect(Union).toEqual({ oneOf: [ref('One'), ref('Other')] });
  expect([One, Other]).toEqual([{ type: 'object', nullable: true }, { type: 'object' }]);
});

test('an enum that is null somewhere is repeated there, with null', () => {
  expect(components.schemas.Thing.properties.size).toEqual({
    type: 'string',
    nullable: true,
    enum: ['small', null],
  });
  expect(components.schemas.Size).toEqual({ type: 'string', enum: ['small'] });
});

test('keywords next to a reference compose; marks next to it are lost', () => {
  const { page, proposed } = components.schemas.Thing.properties;
  expect(page).toEqual({ type: 'integer', allOf: [ref('Page')], default: 1 });
  expect(proposed).toEqual(ref('Page'));
});

test('a parameter contains the schema that it limits, because generators name an allOf after its parameter', () => {
  const [size, page] = converted.paths['/things'].get.parameters;
  expect(size.schema).toEqual({ type: 'string', enum: ['small'], default: 'small' });
  expect(page.schema).toEqual(ref('Page'));
});
