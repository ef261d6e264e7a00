import { expect, test } from 'vitest';
import { answerOf, exchangeOf } from '../../tests/support/mock/exchanges.js';
import { crossOrigin } from './cross-origin.js';

const origin = 'http://localhost:5173';

test('a page of another origin may read the answer and its headers', async () => {
  const exchange = exchangeOf('GET /api/v1/providers', { headers: { origin } });
  await answerOf(crossOrigin(), exchange);
  expect(exchange.headers['Access-Control-Allow-Origin']).toBe('*');
  expect(exchange.headers['Access-Control-Expose-Headers']).toContain('Idempotent-Replayed');
});

test('a preflight is answered for any path', async () => {
  const preflight = exchangeOf('OPTIONS /api/v1/nothing', {
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  });
  const { status, headers } = await answerOf(crossOrigin(), preflight, () => {
    throw new Error('A preflight goes no further.');
  });
  expect(status).toBe(204);
  expect(headers['Access-Control-Allow-Methods']).toContain('PUT');
  expect(headers['Access-Control-Allow-Headers']).toBe('authorization,idempotency-key');
});

test('without an origin there are no such headers', async () => {
  const exchange = exchangeOf('GET /api/v1/providers');
  await answerOf(crossOrigin(), exchange);
  expect(Object.keys(exchange.headers)).toEqual(['X-Request-Id']);
});
