import { expect, test, vi } from 'vitest';
import { runChecks } from '../../conformance/suite/run.js';
import { createMock } from '../../mocks/create-mock.js';
import { complaints } from '../faulty-servers/judge.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';
import { reportErrors } from '../support/suite/report-errors.js';

vi.setConfig({ testTimeout: 300_000 });

const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

async function verify(options: Parameters<typeof createMock>[0], only: readonly string[] = []) {
  const mock = await createMock({ ...options, keys: apiKeys });
  const target = 'http://127.0.0.1';
  return runChecks({ target, sender: inProcess(mockHandler(mock)), apiKeys, only });
}

test('a mock with a hundred thousand commitments conforms, and a long response is not a violation', async () => {
  const report = await verify({ scenario: 'large' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.results.filter(({ status }) => status === 'blocked')).toEqual([]);
  const tooLong = report.results.filter(({ message }) => message?.includes('exceeds 16 MiB'));
  expect(new Set(tooLong.map(({ status }) => status))).toEqual(new Set(['not_applicable']));
  expect(new Set(tooLong.map(({ operation }) => operation))).toEqual(
    new Set([
      'listCommitmentInventory',
      'getCommitmentOverview',
      'getCommitmentUtilization',
      'getCommitmentsByService',
      'getCoverageRates',
      'getRenewalOptions',
    ]),
  );
});

test('a mock of the default dataset conforms, and each requirement with a check has a verdict about its own operations', async () => {
  const report = await verify({});
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary).toMatchObject({ blocked: 0, errored: 0 });
  expect(report.summary.passed).toBeGreaterThan(1000);
  const without = report.coverage.requirements.filter(({ status }) => status === 'not_run');
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('a mock of the empty dataset conforms', async () => {
  const report = await verify({ scenario: 'empty' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary.passed).toBeGreaterThan(500);
});

test('a read-only key blocks the checks of writes without failures', async () => {
  const mock = await createMock({ rateLimit: 60_000 });
  const apiKeys = ['ccc_test_reader'];
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(mockHandler(mock)),
    apiKeys,
  });
  expect(complaints(report)).toEqual(new Map());
  const blocked = report.results.filter(({ status }) => status === 'blocked');
  expect(blocked.map(({ id }) => id)).toContain('errors.stale-version-is-refused');
});

test('the Prism engine passes all checks that are independent of request content', async () => {
  const report = await verify({ engine: 'prism' });
  const { results, summary } = report;
  expect(summary.errored).toBe(0);
  expect(reportErrors(report)).toEqual([]);
  for (const area of ['authentication', 'envelope', 'fields', 'limits', 'operations', 'paths']) {
    const statuses = results.filter(({ id }) => id.startsWith(`${area}.`)).map(({ status }) => status);
    expect(statuses).toContain('passed');
    expect(statuses).not.toContain('failed');
    expect(statuses).not.toContain('warned');
    expect(statuses).not.toContain('blocked');
  }
});
