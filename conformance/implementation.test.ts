import { describe, expect, test } from 'vitest';
import {
  createIndependentServer,
  independentFixtures,
} from '../tests/independent/typescript/independent-server.js';
import { apiKeys, runSuite } from '../tests/support/run-suite.js';
import type { Handler } from '../tests/support/serve.js';
import { isProposedOperation } from './contract.js';
import type { Report } from './report.js';
import type { RunOptions } from './run-options.js';

const right = createIndependentServer({ keys: apiKeys, secondProvider: true });

/** Every 404 in the same words, so that nothing but its place tells one from another. */
const taciturn: Handler = async (request) => {
  const answer = await right(request);
  if (answer.status !== 404) return answer;
  const error = { code: 'NOT_FOUND', message: 'Not found', details: null };
  return { ...answer, body: JSON.stringify({ success: false, timestamp: '2026-06-15T12:00:00Z', error }) };
};

const without =
  (handler: Handler, isGone: (path: string) => boolean): Handler =>
  (request) =>
    handler(isGone(request.path) ? { ...request, path: '/api/v1/nowhere/to/be/found' } : request);

const run = (handler: Handler, options: Partial<RunOptions> = {}) => runSuite(options, handler);

/** Without the operations that are only proposed, which it does not have. */
const missing = ({ progress }: Report) => progress?.missing.filter((id) => !isProposedOperation(id));

describe('404 means that an operation is missing', () => {
  test('where its path has no parameters', async () => {
    const report = await run(without(taciturn, (path) => path.endsWith('/portfolio')));
    expect(missing(report)).toEqual(['getCommitmentPortfolio']);
  });

  test('where the server itself lists the id', async () => {
    const report = await run(without(taciturn, (path) => path.includes('/renewal-quote/')));
    expect(missing(report)).toEqual(['getRenewalQuote']);
  });

  test('where the id is only given, once another operation is missing for certain', async () => {
    const gone = without(taciturn, (path) => /\/(portfolio|realized\/\d+)$/.test(path));
    expect(missing(await run(gone))).toEqual(['getCommitmentPortfolio', 'getRealizedSavingsAudit']);
  });
});

describe('404 does not mean that an operation is missing', () => {
  test('where another resource is unknown in the same words', async () => {
    const report = await run(taciturn, { fixtures: { ...independentFixtures, audit_id: 999_999 } });
    expect(missing(report)).toEqual([]);
    expect(
      report.results.find(
        ({ id, operation }) =>
          id === 'operations.correct-request-succeeds' && operation === 'getRealizedSavingsAudit',
      )?.status,
    ).toBe('blocked');
  });

  test('where no renewal is raised, in the words of an unknown route', async () => {
    const report = await run(async (request) => {
      const answer = await taciturn(request);
      return request.path.includes('/commitments/renewal/') && answer.status === 200
        ? taciturn({ ...request, path: '/api/v1/nowhere' })
        : answer;
    });
    expect(missing(report)).toEqual([]);
  });

  test('where it is told in other words than an unknown route', async () => {
    const report = await run(async (request) =>
      request.path.includes('/renewal-quote/')
        ? { ...(await taciturn(request)), status: 404, body: '{"message":"No quote"}' }
        : taciturn(request),
    );
    expect(missing(report)).toEqual([]);
  });

  test('where an unknown route is 404 without a key too, and the operation 401', async () => {
    const open: Handler = (request) =>
      request.path.includes('no-such-route')
        ? taciturn({ ...request, headers: { ...request.headers, authorization: `Bearer ${apiKeys[0]}` } })
        : request.headers.authorization === undefined || !request.path.includes('/renewal-quote/')
          ? taciturn(request)
          : taciturn({ ...request, path: '/api/v1/nowhere' });
    expect(missing(await run(open))).toEqual([]);
  });
});

test('a write that is not allowed is neither implemented nor missing', async () => {
  const report = await run(right, { profile: 'read-only' });
  expect(missing(report)).toEqual([]);
  expect(report.progress?.unknown).toEqual([
    'updateVirtualTagKey',
    'createWebhookEndpoint',
    'deleteWebhookEndpoint',
  ]);
});
