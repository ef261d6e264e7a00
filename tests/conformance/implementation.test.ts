import { describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import { isProposedOperation } from '../../conformance/suite/contract.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../independent/typescript/independent-server.js';
import type { Handler } from '../support/serve.js';
import { apiKeys, runSuite } from '../support/suite/run-suite.js';

const conformingServer = createIndependentServer({ keys: apiKeys, secondProvider: true });

/** Responds to unknown resources and unknown routes with identical 404 bodies. */
const uniform404: Handler = async (request) => {
  const response = await conformingServer(request);
  if (response.status !== 404) return response;
  const error = { code: 'NOT_FOUND', message: 'Not found', details: null };
  return { ...response, body: JSON.stringify({ success: false, timestamp: '2026-06-15T12:00:00Z', error }) };
};

const without =
  (handler: Handler, isMissing: (path: string) => boolean): Handler =>
  (request) =>
    handler(isMissing(request.path) ? { ...request, path: '/api/v1/nowhere/to/be/found' } : request);

const run = (handler: Handler, options: Partial<RunOptions> = {}) => runSuite(options, handler);

/** The missing operations that the service states; the server implements no proposed ones. */
const missing = ({ progress }: Report) => progress?.missing.filter((id) => !isProposedOperation(id));

describe('404 means that an operation is missing', () => {
  test('if its path has no parameters', async () => {
    const report = await run(without(uniform404, (path) => path.endsWith('/portfolio')));
    expect(missing(report)).toEqual(['getCommitmentPortfolio']);
  });

  test('if the server lists the id', async () => {
    const report = await run(without(uniform404, (path) => path.includes('/renewal-quote/')));
    expect(missing(report)).toEqual(['getRenewalQuote']);
  });

  test('if the id is from the fixtures and another operation is certainly missing', async () => {
    const incomplete = without(uniform404, (path) => /\/(portfolio|realized\/\d+)$/.test(path));
    expect(missing(await run(incomplete))).toEqual(['getCommitmentPortfolio', 'getRealizedSavingsAudit']);
  });
});

describe('404 does not mean that an operation is missing', () => {
  test('if an unknown resource has the same body', async () => {
    const report = await run(uniform404, { fixtures: { ...independentFixtures, audit_id: 999_999 } });
    expect(missing(report)).toEqual([]);
    expect(
      report.results.find(
        ({ id, operation }) =>
          id === 'operations.correct-request-succeeds' && operation === 'getRealizedSavingsAudit',
      )?.status,
    ).toBe('blocked');
  });

  test('if no renewal is raised, with the body of an unknown route', async () => {
    const report = await run(async (request) => {
      const response = await uniform404(request);
      return request.path.includes('/commitments/renewal/') && response.status === 200
        ? uniform404({ ...request, path: '/api/v1/nowhere' })
        : response;
    });
    expect(missing(report)).toEqual([]);
  });

  test('if its body differs from that of an unknown route', async () => {
    const report = await run(async (request) =>
      request.path.includes('/renewal-quote/')
        ? { ...(await uniform404(request)), status: 404, body: '{"message":"No quote"}' }
        : uniform404(request),
    );
    expect(missing(report)).toEqual([]);
  });

  test('if without a key an unknown route returns 404 and the operation 401', async () => {
    const open: Handler = (request) =>
      request.path.includes('no-such-route')
        ? uniform404({ ...request, headers: { ...request.headers, authorization: `Bearer ${apiKeys[0]}` } })
        : request.headers.authorization === undefined || !request.path.includes('/renewal-quote/')
          ? uniform404(request)
          : uniform404({ ...request, path: '/api/v1/nowhere' });
    expect(missing(await run(open))).toEqual([]);
  });
});

test('a skipped write is neither implemented nor missing', async () => {
  const report = await run(conformingServer, { profile: 'read-only' });
  expect(missing(report)).toEqual([]);
  expect(report.progress?.unknown).toEqual([
    'updateVirtualTagKey',
    'createWebhookEndpoint',
    'deleteWebhookEndpoint',
  ]);
});
