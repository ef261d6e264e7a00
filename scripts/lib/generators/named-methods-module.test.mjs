// @ts-check
import { expect, test } from 'vitest';
import { namedMethodsModule } from './named-methods-module.mjs';

/**
 * @param {object} schema
 * @returns {object} a successful response with an envelope
 */
const response = (schema) => ({
  description: 'The rows.',
  content: {
    'application/json': {
      schema: { type: 'object', properties: { data: schema } },
    },
  },
});
const ref = (/** @type {string} */ name) => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  RowPage: { type: 'object', properties: { items: { type: 'array', items: ref('Row') } } },
};
const failure = {
  description: 'No such row. It was deleted.',
  content: { 'application/json': { examples: { missing: { value: { error: { code: 'NOT_FOUND' } } } } } },
};
const paths = (/** @type {object} */ get, /** @type {object} */ put) => ({ '/rows/{id}': { get, put } });

const list = {
  operationId: 'listRows',
  summary: 'List the rows',
  description: 'Every row\nof the table.',
  parameters: [{ name: 'page_size', in: 'query', description: 'How many. At most 100.' }],
  responses: { 200: response(ref('RowPage')), 404: failure },
};
const write = {
  operationId: 'putRow',
  summary: 'Replace a row',
  description: 'Use `createRow` instead.',
  deprecated: true,
  parameters: [
    { name: 'id', in: 'path', required: true, description: 'The row.' },
    { name: 'Idempotency-Key', in: 'header' },
  ],
  requestBody: { description: 'The new row.', content: { 'application/json': { schema: ref('RowInput') } } },
  responses: { 200: response({ type: 'array', items: ref('Row') }) },
};

test('generates a documented method for each operation', () => {
  const text = namedMethodsModule({ paths: paths(list, write), components: { schemas } }, undefined);
  expect(text).toContain(
    "import type { ListRowsParameters, PutRowParameters, Row, RowInput, RowPage } from './types.js';",
  );
  expect(text).toContain(`  /**
   * List the rows.
   *
   * Every row of the table.
   *
   * @param parameters Path and query parameters.
   * @param parameters.page_size How many.
   * @param options Limits, headers and the signal of this call.
   * @returns The rows.
   * @throws {ApiError} 404 \`NOT_FOUND\`: No such row.
   * @see reference/list-rows of the docs site
   */
  listRows(parameters?: ListRowsParameters, options?: CallOptions): PagedResponse<RowPage, Row>;`);
  expect(text).toContain(`   * @deprecated Use \`createRow\` instead.
   */
  putRow(parameters: PutRowParameters, body: RowInput, options?: WriteOptions): ApiPromise<Row[]>;`);
});

test('links to the docs site, if it is published', () => {
  const document = { paths: paths(list, write), components: { schemas } };
  expect(namedMethodsModule(document, 'https://docs.example/contract')).toContain(
    '@see https://docs.example/contract/reference/list-rows\n',
  );
});

test('rejects a payload without a name', () => {
  const nameless = { ...list, parameters: [], responses: { 200: response({ type: 'object' }) } };
  expect(() =>
    namedMethodsModule({ paths: paths(nameless, write), components: { schemas } }, undefined),
  ).toThrow('`data` of listRows is not a named schema. Move it to components.schemas.');
});
