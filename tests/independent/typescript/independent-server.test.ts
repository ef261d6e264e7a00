import { expect, test } from 'vitest';
import { runChecks } from '../../../conformance/run-checks.js';
import { inProcess } from '../../support/in-process.js';
import { serve } from '../../support/serve.js';
import { createIndependentServer, independentFixtures } from './independent-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];
const unwanted = ['failed', 'errored', 'blocked'];

test.each([
  ['one provider', false],
  ['two providers', true],
])('conforms with %s', async (_, secondProvider) => {
  const handler = createIndependentServer({ keys: apiKeys, secondProvider });
  const { results } = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(handler),
    apiKeys,
    fixtures: independentFixtures,
  });
  expect(
    results.filter(({ status }) => unwanted.includes(status)).map(({ exchange: _, ...rest }) => rest),
  ).toEqual([]);
  expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(1000);
});

test('conforms over sockets', async () => {
  const { url, close } = await serve(createIndependentServer({ keys: apiKeys }));
  try {
    const { summary } = await runChecks({ target: url, apiKeys, fixtures: independentFixtures });
    expect(summary).toMatchObject({ failed: 0, errored: 0, blocked: 0 });
  } finally {
    await close();
  }
});
