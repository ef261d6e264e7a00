// @ts-check
import { expect, test } from 'vitest';
import { methodsModule } from './methods-module.mjs';

test('generates the method and path of each operation, and whether it is paged', () => {
  const text = methodsModule({
    paths: {
      '/rows': {
        get: { operationId: 'listRows', parameters: [{ name: 'page_size', in: 'query' }], responses: {} },
        post: { operationId: 'createRow', responses: {} },
      },
    },
  });
  expect(text).toContain(`  listRows: { method: 'get', path: '/rows', paged: true },
  createRow: { method: 'post', path: '/rows' },
`);
});
