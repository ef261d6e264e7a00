import { expect, test } from 'vitest';
import { answerOf, exchangeOf, refusalOf } from '../../tests/support/mock/exchanges.js';
import { authorize } from './authorize.js';

const asReader = (line: string) => {
  const exchange = exchangeOf(line);
  exchange.caller = { key: 'ccc_test_reader', scope: 'read' };
  return exchange;
};

test('a read-only key reads', async () => {
  expect((await answerOf(authorize(), asReader('GET /api/v1/providers'))).status).toBe(200);
});

test.each([
  'POST /api/v1/webhooks/endpoints',
  'PUT /api/v1/tags/virtual/vtk-cost-center',
  'DELETE /api/v1/webhooks/endpoints/whe-3c9d',
])('a read-only key may not %s', async (line) => {
  expect(await refusalOf(authorize(), asReader(line))).toMatchObject({
    status: 403,
    code: 'AUTHORIZATION_ERROR',
  });
});
