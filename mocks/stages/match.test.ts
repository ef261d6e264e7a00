import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { exchangeOf, refusalOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { nearestPath } from '../nearest-path.js';
import { Refusal } from '../refusal.js';
import { createRouter } from '../router.js';
import { match, requireMatch } from './match.js';

const beside = new Map([['/beside', async () => ({ status: 200, headers: {}, body: 'beside' })]]);
const stage = match(createRouter(operations), beside);

test.each(['/api/v1/nothing', '/api/v1', '/api/v1/commitments/detail/%zz'])(
  'a miss under the API, %s, is kept for after authentication',
  async (path) => {
    const exchange = exchangeOf(`GET ${path}`);
    await responseOf(stage, exchange);
    expect(exchange.match).toBeInstanceOf(Refusal);
    expect((await refusalOf(requireMatch(), exchange)).status).toBe((exchange.match as Refusal).status);
  },
);

test.each(['/', '/api/v10/commitments', '/favicon.ico'])(
  'any other path, %s, is 404 at once',
  async (path) => {
    expect((await refusalOf(stage, exchangeOf(`GET ${path}`))).status).toBe(404);
  },
);

test('OPTIONS is answered without a key', async () => {
  expect(await responseOf(stage, exchangeOf('OPTIONS /api/v1/providers'))).toMatchObject({
    status: 204,
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
});

test('what is beside the API is served without a key', async () => {
  expect(await responseOf(stage, exchangeOf('GET /beside'))).toMatchObject({ body: 'beside' });
});

test.each([
  ['/api/v1/commitments/inventry', '/api/v1/commitments/inventory'],
  ['/api/v1/providers/', '/api/v1/providers'],
  ['/api/v1/providers/mine/costs/sumary', '/api/v1/providers/mine/costs/summary'],
  ['/commitments', '/api/v1/commitments'],
  ['/v1/provider', '/api/v1/providers'],
  ['/api/v2/providers', '/api/v1/providers'],
  [
    '/api/v1/commitments/detail/arn:aws:savingsplans::1:savingsplan/3f2b',
    '/api/v1/commitments/detail/arn:aws:savingsplans::1:savingsplan%2F3f2b',
  ],
])('a miss, %s, names the path that may have been meant', async (path, meant) => {
  const message = `No such path. Did you mean ${meant}? /openapi.json lists all there are.`;
  const exchange = exchangeOf(`GET ${path}`);
  const outside = !path.startsWith('/api/v1/');
  expect(await refusalOf(outside ? stage : requireMatch(), exchange)).toMatchObject({ status: 404, message });
});

test.each(['/api/v1/nothing', '/favicon.ico', '//', '/api', `/api/v1/${'x'.repeat(100_000)}`])(
  'a miss that is near to nothing suggests nothing',
  (path) => {
    expect(nearestPath(path)).toBeUndefined();
  },
);
