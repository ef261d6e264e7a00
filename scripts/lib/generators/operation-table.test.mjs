// @ts-check
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { operationTable } from './operation-table.mjs';

const document = {
  paths: {
    '/things/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        operationId: 'getThing',
        tags: ['things'],
        summary: 'Get a thing',
        parameters: [
          { name: 'kinds', in: 'query', schema: { $ref: '#/components/schemas/Kinds' } },
          { name: 'kind', in: 'query', schema: { $ref: '#/components/schemas/Kind', default: 'big' } },
        ],
        responses: { 200: { headers: { RateLimit: {} }, content: { 'application/json': {} } } },
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } } },
    schemas: {
      Kind: { type: 'string', enum: ['big'], description: 'A kind.' },
      Kinds: {
        type: 'array',
        items: { $ref: '#/components/schemas/Kind' },
        description: 'Kinds.',
        'x-provenance': 'proposed',
      },
    },
  },
};

test('generates each operation with resolved references and without descriptions', async () => {
  const { code } = await transform(operationTable(document), { loader: 'ts', format: 'esm' });
  const { operations } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

  expect(operations).toEqual([
    {
      operationId: 'getThing',
      method: 'GET',
      path: '/things/{id}',
      tag: 'things',
      summary: 'Get a thing',
      deprecated: false,
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
        {
          name: 'kinds',
          in: 'query',
          required: false,
          schema: { type: 'array', items: { $ref: '#/components/schemas/Kind' } },
          items: { type: 'string', enum: ['big'] },
        },
        {
          name: 'kind',
          in: 'query',
          required: false,
          schema: { type: 'string', enum: ['big'], default: 'big' },
        },
      ],
      requestBody: null,
      responses: { 200: { headers: ['RateLimit'], mediaTypes: ['application/json'] } },
    },
  ]);
});
