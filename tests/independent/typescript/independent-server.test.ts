import { expect, test } from 'vitest';
import { runChecks } from '../../../conformance/suite/run.js';
import { serving } from '../../support/serving.js';
import { apiKeys, runSuite } from '../../support/suite/run-suite.js';
import { createIndependentServer, independentFixtures } from './independent-server.js';

const unwanted = ['failed', 'errored', 'blocked'];

test.each([
  ['one provider', {}],
  ['two providers', { secondProvider: true }],
  ['at most 50 rows per page', { clampsPageSize: true, copies: 20 }],
  ['endpoints that each caller may delete', { sharesEndpoints: true }],
])('conforms with %s', async (_, options) => {
  const handler = createIndependentServer({ keys: apiKeys, ...options });
  const { results } = await runSuite({}, handler);
  expect(
    results.filter(({ status }) => unwanted.includes(status)).map(({ exchange: _, ...rest }) => rest),
  ).toEqual([]);
  expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(1000);
});

test.each([
  ['that stay open', {}],
  ['that it closes after each response', { connection: 'close' }],
])('conforms over connections %s', async (_, headers) => {
  const handler = createIndependentServer({ keys: apiKeys });
  const target = await serving(async (request) => {
    const response = await handler(request);
    return { ...response, headers: { ...response.headers, ...headers } };
  });
  const { summary } = await runChecks({ target, apiKeys, fixtures: independentFixtures });
  expect(summary).toMatchObject({ failed: 0, errored: 0, blocked: 0 });
});
