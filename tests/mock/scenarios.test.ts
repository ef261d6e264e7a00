import { expect, test, vi } from 'vitest';
import { runChecks } from '../../conformance/run-checks.js';
import { createMock } from '../../mocks/create-mock.js';
import { complaints } from '../faulty-servers/judge.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';

vi.setConfig({ testTimeout: 300_000 });

const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

async function verify(options: Parameters<typeof createMock>[0], only: readonly string[] = []) {
  const mock = await createMock({ ...options, keys: apiKeys });
  const target = 'http://127.0.0.1';
  return runChecks({ target, sender: inProcess(mockHandler(mock)), apiKeys, only });
}

test('a mock of a hundred thousand commitments keeps the contract: a long answer is no fault', async () => {
  const report = await verify({ scenario: 'large' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.results.filter(({ status }) => status === 'blocked')).toEqual([]);
  const tooLong = report.results.filter(({ message }) => message?.includes('more than 16 MiB'));
  expect(new Set(tooLong.map(({ status }) => status))).toEqual(new Set(['not_applicable']));
  expect(new Set(tooLong.map(({ operation }) => operation))).toEqual(
    new Set(['listCommitmentInventory', 'getCommitmentPortfolio', 'getCommitmentOverview']),
  );
});

test('a mock of the default world conforms to the contract, and every check can run', async () => {
  const report = await verify({});
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary).toMatchObject({ blocked: 0, errored: 0 });
  expect(report.summary.passed).toBeGreaterThan(1000);
});

test('a mock of the empty world breaks nothing, though little of it can be tested', async () => {
  const report = await verify({ scenario: 'empty' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary.passed).toBeGreaterThan(500);
});

test('a key that may only read leaves the writes unjudged, and nothing fails for it', async () => {
  const mock = await createMock({ rateLimit: 60_000 });
  const apiKeys = ['ccc_test_reader'];
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(mockHandler(mock)),
    apiKeys,
  });
  expect(complaints(report)).toEqual(new Map());
  const unjudged = report.results.filter(({ status }) => status === 'blocked');
  expect(unjudged.map(({ id }) => id)).toContain('errors.stale-version-is-refused');
});

test('with the Prism engine every claim passes that does not depend on the content of a request', async () => {
  const { results, summary } = await verify({ engine: 'prism' });
  expect(summary.errored).toBe(0);
  for (const area of ['authentication', 'envelope', 'fields', 'limits', 'operations', 'paths']) {
    const statuses = results.filter(({ id }) => id.startsWith(`${area}.`)).map(({ status }) => status);
    expect(statuses).toContain('passed');
    expect(statuses).not.toContain('failed');
    expect(statuses).not.toContain('warned');
    expect(statuses).not.toContain('blocked');
  }
});
