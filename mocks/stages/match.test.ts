import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { exchangeOf, httpErrorOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { HttpError } from '../http/http-error.js';
import { nearestPath } from '../http/nearest-path.js';
import { createRouter } from '../http/router.js';
import { match, requireMatch } from './match.js';

const publicRoutes = new Map([['/public', async () => ({ status: 200, headers: {}, body: 'public' })]]);
const stage = match(createRouter(operations), publicRoutes);

test.each(['/api/v1/nothing', '/api/v1', '/api/v1/commitments/detail/%zz'])(
  'records a miss under the API prefix for the stage after authentication: %s',
  async (path) => {
    const exchange = exchangeOf(`GET ${path}`);
    await responseOf(stage, exchange);
    expect(exchange.match).toBeInstanceOf(HttpError);
    expect((await httpErrorOf(requireMatch(), exchange)).status).toBe((exchange.match as HttpError).status);
  },
);

test.each(['/', '/api/v10/commitments', '/favicon.ico'])(
  'returns 404 immediately for any other path: %s',
  async (path) => {
    expect((await httpErrorOf(stage, exchangeOf(`GET ${path}`))).status).toBe(404);
  },
);

test('responds to OPTIONS without a key', async () => {
  expect(await responseOf(stage, exchangeOf('OPTIONS /api/v1/providers'))).toMatchObject({
    status: 204,
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
});

test('serves public routes without a key', async () => {
  expect(await responseOf(stage, exchangeOf('GET /public'))).toMatchObject({ body: 'public' });
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
])('suggests the nearest path for %s', async (path, nearest) => {
  const message = `No such path. Did you mean ${nearest}? See /openapi.json for all paths.`;
  const exchange = exchangeOf(`GET ${path}`);
  const outside = !path.startsWith('/api/v1/');
  expect(await httpErrorOf(outside ? stage : requireMatch(), exchange)).toMatchObject({
    status: 404,
    message,
  });
});

test.each(['/api/v1/nothing', '/favicon.ico', '//', '/api', `/api/v1/${'x'.repeat(100_000)}`])(
  'suggests nothing for a path that is not similar to any other',
  (path) => {
    expect(nearestPath(path)).toBeUndefined();
  },
);
