import { expect, test } from 'vitest';
import { statedLimit } from './stated-limit.js';

const response = (headers: Record<string, string>, json?: unknown) => ({
  status: 429,
  headers,
  body: '',
  json,
  durationMs: 1,
  repeatsKey: false,
});

test.each([
  ['a policy', { 'ratelimit-policy': '"default";q=100;w=60' }, 100],
  ['a policy with its parameters in another order', { 'ratelimit-policy': '"default"; w=30; q=100' }, 200],
  ['the strictest policy', { 'ratelimit-policy': '"burst";q=20;w=1, "default";q=600;w=60' }, 600],
  ['a policy of an earlier draft', { 'ratelimit-limit': '100, 100;w=60' }, 100],
  ['a plain limit with a long wait', { 'x-ratelimit-limit': '100', 'retry-after': '45' }, 133],
])('reads %s', (_, headers, perMinute) => {
  expect(statedLimit(response(headers))?.perMinute).toBe(perMinute);
});

test('reads the details of the error', () => {
  const error = { details: { limit: 50, window_seconds: 60, retry_after_seconds: 9 } };
  expect(statedLimit(response({}, { error }))).toEqual({
    perMinute: 50,
    text: 'error.details: limit 50, window_seconds 60',
  });
});

test.each([
  ['no headers', {}],
  ['a daily quota', { 'ratelimit-policy': '"daily";q=1000;w=86400' }],
  ['a limit without its window', { 'ratelimit-limit': '100' }],
  [
    'a plain limit with a short wait, whose window may be a second',
    { 'x-ratelimit-limit': '10', 'retry-after': '1' },
  ],
  ['a plain limit with a wait of an hour', { 'x-ratelimit-limit': '100', 'retry-after': '3600' }],
  ['text', { 'ratelimit-policy': 'fair use', 'x-ratelimit-limit': 'many', 'retry-after': '30' }],
])('reads no limit from %s', (_, headers: Record<string, string>) => {
  expect(statedLimit(response(headers))).toBeUndefined();
});
