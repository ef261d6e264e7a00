import { expect, test } from 'vitest';
import { operations } from '../src/generated/operations.js';
import { Refusal } from './refusal.js';
import { createRouter } from './router.js';

const router = createRouter(operations);
const found = (line: string) => {
  const [method = '', path = ''] = line.split(' ');
  const match = router(method, path);
  if (match instanceof Refusal) return match.status;
  return 'allow' in match ? match.allow : [match.route.operation.operationId, match.params];
};

test.each(operations.map(({ method, path, operationId }) => [method, path, operationId]))(
  '%s %s is found',
  (method, path, operationId) => {
    const filled = path.replaceAll(/\{\w+\}/g, 'some-id');
    expect(found(`${method} ${filled}`)).toMatchObject([operationId, {}]);
  },
);

const arn = 'arn:provider_a:savingsplans::1:savingsplan/3f2b';

test.each([encodeURIComponent(arn), encodeURIComponent(arn).toLowerCase(), arn.replace('/', '%2f')])(
  'an encoded id stays whole: %s',
  (encoded) => {
    expect(found(`GET /api/v1/commitments/detail/${encoded}`)).toEqual([
      'getCommitment',
      { commitment_id: arn },
    ]);
  },
);

test('a raw slash in an id is another path', () => {
  expect(found(`GET /api/v1/commitments/detail/${arn}`)).toBe(404);
});

test('an id is decoded once', () => {
  expect(found('GET /api/v1/commitments/detail/a%252Fb')).toEqual([
    'getCommitment',
    { commitment_id: 'a%2Fb' },
  ]);
});

test('a literal segment wins over a template', () => {
  expect(found('GET /api/v1/providers/provider_b/budgets')).toEqual(['listProviderBudgets', {}]);
});

test('a template is found behind a literal that leads nowhere', () => {
  expect(found('GET /api/v1/providers/provider_b/recommendations')).toEqual([
    'listRecommendations',
    { provider_id: 'provider_b' },
  ]);
});

test('HEAD is GET', () => {
  expect(found('HEAD /api/v1/providers')).toEqual(['listProviders', {}]);
});

test('OPTIONS tells the methods', () => {
  expect(found('OPTIONS /api/v1/webhooks/endpoints')).toBe('POST, OPTIONS');
});

test('another method is 405 and tells the methods', () => {
  expect(router('POST', '/api/v1/providers')).toMatchObject({
    status: 405,
    code: 'NOT_FOUND',
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
});

test.each([
  '/',
  '/api/v1',
  '/api/v1/',
  '/api/v1/commitments/',
  '/api/v1//commitments',
  '/api/v1/commitments/detail/',
  '/api/v2/commitments',
  '/api/v1/spending/summary',
  '/api/v1/__proto__',
])('%s is 404', (path) => {
  expect(found(`GET ${path}`)).toBe(404);
});

test.each(['%', '%zz', 'a%2', '%c3%28'])('an id that cannot be decoded, %s, is 400', (id) => {
  expect(found(`GET /api/v1/commitments/detail/${id}`)).toBe(400);
});
