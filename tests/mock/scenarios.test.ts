import { expect, test, vi } from 'vitest';
import { complaints } from '../faulty-servers/judge.js';
import { testMock } from '../support/mock/test-mock.js';
import { mockHandler } from '../support/mock-handler.js';
import { reportErrors } from '../support/suite/report-errors.js';
import { verify, verifyMock } from '../support/suite/verify.js';

vi.setConfig({ testTimeout: 300_000 });

test('a mock with a hundred thousand commitments conforms, and a long response is not a violation', async () => {
  const report = await verifyMock({ scenario: 'large' });
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
  const report = await verifyMock();
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary).toMatchObject({ blocked: 0, errored: 0 });
  expect(report.summary.passed).toBeGreaterThan(1000);
  const without = report.coverage.requirements.filter(({ status }) => status === 'not_run');
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('a mock of the empty dataset conforms', async () => {
  const report = await verifyMock({ scenario: 'empty' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary.passed).toBeGreaterThan(500);
});

test('a read-only key blocks the checks of writes without failures', async () => {
  const mock = await testMock({ rateLimit: 60_000 });
  const report = await verify(mockHandler(mock), { apiKeys: ['ccc_test_reader'] });
  expect(complaints(report)).toEqual(new Map());
  const blocked = report.results.filter(({ status }) => status === 'blocked');
  expect(blocked.map(({ id }) => id)).toContain('errors.stale-version-is-refused');
});

test('the Prism engine passes all checks that are independent of request content', async () => {
  const report = await verifyMock({ engine: 'prism' });
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
