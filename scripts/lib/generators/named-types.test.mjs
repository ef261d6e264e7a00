// @ts-check
import { expect, test } from 'vitest';
import { typesModule } from './types-module.mjs';

/** @param {Record<string, object>} schemas */
const documentOf = (schemas) => ({
  openapi: '3.1.1',
  info: { title: 'Rows', version: '1' },
  paths: {
    '/rows/{id}': {
      get: {
        operationId: 'listRows',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'size', in: 'query', description: 'How many.', schema: { type: 'integer' } },
        ],
        responses: {
          200: {
            description: 'Rows.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Row' } } },
          },
        },
      },
    },
  },
  components: { schemas },
});
const row = {
  type: 'object',
  description: 'One row.',
  required: ['cells'],
  properties: { cells: { type: 'array', items: { $ref: '#/components/schemas/Cell' } } },
};

test('exports each schema and the parameters of each operation by name', async () => {
  const text = await typesModule(documentOf({ Row: row, Cell: { type: 'string', enum: ['a', 'b'] } }));
  expect(text).toContain(`/** @description One row. */
export type Row = {
    cells: Cell[];
};`);
  expect(text).toContain('export type Cell = "a" | "b";');
  expect(text).toContain(`/** The parameters of \`listRows\`. */
export type ListRowsParameters = {
    id: string;
    /** @description How many. */
    size?: number;
};`);
  expect(text).toContain('"application/json": Row;');
  expect(text).toMatch(/schemas: \{\n +Row: Row;\n/);
  expect(text).not.toContain('components["schemas"]');
});

test('rejects two types with the same name', async () => {
  const document = documentOf({ Row: row, Cell: { type: 'string' }, ListRowsParameters: { type: 'string' } });
  await expect(typesModule(document)).rejects.toThrow("Two generated types are named 'ListRowsParameters'");
});
