import { expect, test } from 'vitest';
import { exchangeOf, refusalOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { memoryRateLimitStore } from '../state/memory-rate-limit-store.js';
import { rateLimit } from './rate-limit.js';

const setUp = (limit: number) => {
  const clock = manualClock();
  const stage = rateLimit(memoryRateLimitStore(limit, 60), { limit, windowSeconds: 60 }, clock);
  const asking = (apiKey?: string) => exchangeOf('GET /api/v1/providers', apiKey ? { apiKey } : {});
  return { clock, stage, asking };
};

test('every answer says what is left', async () => {
  const { stage, asking } = setUp(3);
  const exchange = asking();
  await responseOf(stage, exchange);
  expect(exchange.headers).toMatchObject({
    'RateLimit-Policy': '"default";q=3;w=60',
    RateLimit: '"default";r=2;t=60',
  });
});

test('the request after the last is 429 with the wait in whole seconds', async () => {
  const { clock, stage, asking } = setUp(1);
  await responseOf(stage, asking());
  clock.advance(20_500);
  const refusal = await refusalOf(stage, asking());
  expect(refusal).toMatchObject({
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    headers: { 'Retry-After': '40' },
    details: { limit: 1, window_seconds: 60, retry_after_seconds: 40 },
  });
});

test('waiting as long as it says restores', async () => {
  const { clock, stage, asking } = setUp(1);
  await responseOf(stage, asking());
  clock.advance(20_500);
  await refusalOf(stage, asking());
  clock.advance(40_000);
  expect((await responseOf(stage, asking())).status).toBe(200);
});

test('an answer for which nobody could count promises nothing', async () => {
  const broken = { take: () => Promise.reject(new Error('The store is away.')) };
  const exchange = exchangeOf('GET /api/v1/providers');
  const answer = responseOf(rateLimit(broken, { limit: 3, windowSeconds: 60 }, manualClock()), exchange);
  await expect(answer).rejects.toThrow('The store is away.');
  expect(exchange.headers).toMatchObject({
    'RateLimit-Policy': '"default";q=3;w=60',
    RateLimit: '"default";r=0;t=1',
  });
});

test('another key is not affected', async () => {
  const { stage, asking } = setUp(1);
  await responseOf(stage, asking());
  expect((await responseOf(stage, asking('ccc_test_second_caller'))).status).toBe(200);
});
