// @ts-check
import { expect, test } from 'vitest';
import { methodsModule } from './methods-module.mjs';

test('generates the method, path and summary of each operation, and whether it is paged or deprecated', () => {
  const text = methodsModule({
    paths: {
      '/rows': {
        get: {
          operationId: 'listRows',
          summary: 'List the rows',
          parameters: [{ name: 'page_size', in: 'query' }],
          responses: {},
        },
        post: {
          operationId: 'createRow',
          summary: 'Create a row',
          description: 'Use `putRow` instead.',
          deprecated: true,
          responses: {},
        },
      },
    },
  });
  expect(text).toContain(`  /** List the rows. */
  listRows: { method: 'get', path: '/rows', paged: true },
  /**
   * Create a row.
   *
   * @deprecated Use \`putRow\` instead.
   */
  createRow: { method: 'post', path: '/rows' },
`);
});
