// @ts-check
import { expect, test } from 'vitest';
import { methodsModule } from './methods-module.mjs';

test('generates the method, path and parameters of each operation', () => {
  const parameters = [
    { name: 'kind', in: 'query', schema: { $ref: '#/components/schemas/Kind' } },
    { name: 'page_size', in: 'query', schema: { type: 'integer' } },
  ];
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
  const text = methodsModule(
    {
      paths: {
        '/rows': {
          get: { operationId: 'listRows', parameters, responses: {} },
          post: { operationId: 'createRow', parameters: [key], responses: {} },
        },
      },
      components: { schemas: { Kind: { type: 'string' } } },
    },
    '1.2.3',
  );
  expect(text).toContain("packageVersion = '1.2.3'");
  expect(text).toContain(`  listRows: 'GET /rows kind page_size:integer',
  createRow: 'POST /rows',
`);
});
