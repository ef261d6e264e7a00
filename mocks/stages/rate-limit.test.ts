import { expect, test } from 'vitest';
import { exchangeOf, httpErrorOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { memoryRateLimitStore } from '../state/memory-rate-limit-store.js';
import { rateLimit } from './rate-limit.js';

const setUp = (limit: number) => {
  const clock = manualClock();
  const stage = rateLimit(memoryRateLimitStore(limit, 60), { limit, windowSeconds: 60 }, clock);
  const requestOf = (apiKey?: string) => exchangeOf('GET /api/v1/providers', apiKey ? { apiKey } : {});
  return { clock, stage, requestOf };
};

test('returns the remaining requests with every response', async () => {
  const { stage, requestOf } = setUp(3);
  const exchange = requestOf();
  await responseOf(stage, exchange);
  expect(exchange.headers).toMatchObject({
    'RateLimit-Policy': '"default";q=3;w=60',
    RateLimit: '"default";r=2;t=60',
  });
});

test('returns 429 with Retry-After in whole seconds when the limit is reached', async () => {
  const { clock, stage, requestOf } = setUp(1);
  await responseOf(stage, requestOf());
  clock.advance(20_500);
  const httpError = await httpErrorOf(stage, requestOf());
  expect(httpError).toMatchObject({
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    headers: { 'Retry-After': '40' },
    details: { limit: 1, window_seconds: 60, retry_after_seconds: 40 },
  });
});

test('reports no remaining requests if the store fails', async () => {
  const failing = { take: () => Promise.reject(new Error('The store is unreachable.')) };
  const exchange = exchangeOf('GET /api/v1/providers');
  const response = responseOf(rateLimit(failing, { limit: 3, windowSeconds: 60 }, manualClock()), exchange);
  await expect(response).rejects.toThrow('The store is unreachable.');
  expect(exchange.headers).toMatchObject({
    'RateLimit-Policy': '"default";q=3;w=60',
    RateLimit: '"default";r=0;t=1',
  });
});
