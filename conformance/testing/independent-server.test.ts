import { expect, test } from 'vitest';
import { runChecks } from '../run-checks.js';
import { createIndependentServer } from './independent-server.js';
import { serve } from './serve.js';

const apiKeys = ['one_test_caller', 'one_test_stranger'];

test('nothing fails on a server that keeps the contract by other habits', async () => {
  const { url, close } = await serve(createIndependentServer({ keys: apiKeys }));
  try {
    const { results } = await runChecks({
      target: url,
      apiKeys,
      fixtures: { audit_id: 12, tag_key: { id: 'T7', name: 'Team', version: 3 } },
    });
    const wrong = results
      .filter(({ status }) => ['failed', 'errored', 'could_not_run'].includes(status))
      .map(({ id, operation, status, message, expected, actual }) => ({
        id,
        operation,
        status,
        message,
        expected,
        actual,
      }));
    expect(wrong).toEqual([]);
    expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(100);
  } finally {
    await close();
  }
});
