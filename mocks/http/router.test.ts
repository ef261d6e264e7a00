import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { HttpError } from './http-error.js';
import { createRouter } from './router.js';

const router = createRouter(operations);
const found = (line: string) => {
  const [method = '', path = ''] = line.split(' ');
  const match = router(method, path);
  if (match instanceof HttpError) return match.status;
  return 'allow' in match ? match.allow : [match.route.operation.operationId, match.params];
};

test.each(operations.map(({ method, path, operationId }) => [method, path, operationId]))(
  'matches %s %s',
  (method, path, operationId) => {
    const filled = path.replaceAll(/\{\w+\}/g, 'some-id');
    expect(found(`${method} ${filled}`)).toMatchObject([operationId, {}]);
  },
);

const arn = 'arn:provider_a:savingsplans::1:savingsplan/3f2b';

test.each([encodeURIComponent(arn), encodeURIComponent(arn).toLowerCase(), arn.replace('/', '%2f')])(
  'matches an encoded id as one segment: %s',
  (encoded) => {
    expect(found(`GET /api/v1/commitments/detail/${encoded}`)).toEqual([
      'getCommitment',
      { commitment_id: arn },
    ]);
  },
);

test('does not match an id with a raw slash', () => {
  expect(found(`GET /api/v1/commitments/detail/${arn}`)).toBe(404);
});

test('decodes an id once', () => {
  expect(found('GET /api/v1/commitments/detail/a%252Fb')).toEqual([
    'getCommitment',
    { commitment_id: 'a%2Fb' },
  ]);
});

test('prefers a literal segment to a template', () => {
  expect(found('GET /api/v1/providers/provider_b/budgets')).toEqual(['listProviderBudgets', {}]);
});

test('falls back to a template if the path of a literal segment does not match', () => {
  expect(found('GET /api/v1/providers/provider_b/recommendations')).toEqual([
    'listRecommendations',
    { provider_id: 'provider_b' },
  ]);
});

test('matches HEAD as GET', () => {
  expect(found('HEAD /api/v1/providers')).toEqual(['listProviders', {}]);
});

test('returns the allowed methods for OPTIONS', () => {
  expect(found('OPTIONS /api/v1/webhooks/endpoints')).toBe('POST, OPTIONS');
});

test('returns 405 with the allowed methods for another method', () => {
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
])('returns 404 for %s', (path) => {
  expect(found(`GET ${path}`)).toBe(404);
});

test.each(['%', '%zz', 'a%2', '%c3%28'])('returns 400 for the malformed encoding %s', (id) => {
  expect(found(`GET /api/v1/commitments/detail/${id}`)).toBe(400);
});
