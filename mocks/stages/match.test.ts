import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { answerOf, exchangeOf, refusalOf } from '../../tests/support/mock/exchanges.js';
import { Refusal } from '../refusal.js';
import { createRouter } from '../router.js';
import { match, requireMatch } from './match.js';

const stage = match(createRouter(operations), async () => ({ status: 200, headers: {}, body: 'fixtures' }));

test.each(['/api/v1/nothing', '/api/v1', '/api/v1/commitments/detail/%zz'])(
  'a miss under the API, %s, is kept for after authentication',
  async (path) => {
    const exchange = exchangeOf(`GET ${path}`);
    await answerOf(stage, exchange);
    expect(exchange.match).toBeInstanceOf(Refusal);
    expect(await refusalOf(requireMatch(), exchange)).toBe(exchange.match);
  },
);

test.each(['/', '/api/v10/commitments', '/favicon.ico'])(
  'any other path, %s, is 404 at once',
  async (path) => {
    expect((await refusalOf(stage, exchangeOf(`GET ${path}`))).status).toBe(404);
  },
);

test('OPTIONS is answered without a key', async () => {
  expect(await answerOf(stage, exchangeOf('OPTIONS /api/v1/providers'))).toMatchObject({
    status: 204,
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
});

test('the fixtures document is served without a key', async () => {
  const line = 'GET /.well-known/cost-contract.json';
  expect(await answerOf(stage, exchangeOf(line))).toMatchObject({ body: 'fixtures' });
});
