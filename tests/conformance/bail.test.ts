import { expect, test } from 'vitest';
import type { Check } from '../../conformance/engine/check.js';
import { fail } from '../../conformance/engine/judge/outcome.js';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import type { Handler, TestRequest } from '../support/serve.js';
import { conformingServer, runSuite } from '../support/suite/run-suite.js';

/** Checks that run one after another. */
const check = (id: string, level: Check['level'] = 'MUST'): Check => ({
  kind: 'active',
  id,
  level,
  basis: 'stated',
  requirement: 'No server conforms.',
  source: 'This test',
  operations: 'api',
  disruptive: true,
  run: async () => fail({ message: 'Differs.', expected: 'a', actual: 'b' }),
});

const four = ['test.one', 'test.two', 'test.three', 'test.four'].map((id) => check(id));
const ids = ({ results }: Report) => results.map(({ id }) => id);

test.each([
  [1, ['test.one']],
  [3, ['test.one', 'test.two', 'test.three']],
])('stops after %i failed checks', async (bail, expected) => {
  const report = await runSuite({ checks: four, bail });
  expect(ids(report)).toEqual(expected);
  const checks = bail === 1 ? '1 failed check' : `${bail} failed checks`;
  expect(report.notes).toEqual([
    `The run was stopped after ${checks} (--bail). ${4 - bail} of 4 checks were not run, or not on every operation.`,
  ]);
  expect(exitCodeOf(report)).toBe(1);
});

test('does not stop for warnings, or without a failure', async () => {
  const warning = check('test.warning', 'SHOULD');
  const passing = { ...check('test.passing'), run: async () => undefined } as Check;
  const report = await runSuite({ checks: [warning, warning, passing], bail: 1 });
  expect([report.results.length, report.notes, exitCodeOf(report)]).toEqual([3, [], 0]);
});

test('does not stop for a waived failure', async () => {
  const [first] = (await runSuite({ checks: four, bail: 1 })).results;
  const known = { operations: [null], reason: 'Known.', expires: '2999-12-31' };
  const waivers = [{ ...known, check: 'test.one', fingerprint: first?.fingerprint ?? '' }];
  const report = await runSuite({ checks: four, bail: 1, waivers });
  expect(report.results.map(({ status }) => status)).toEqual(['waived', 'failed']);
});

/** A server whose failures have no timestamp. */
const withoutTimestamps: Handler = async (request) => {
  const response = await conformingServer(request);
  return { ...response, body: response.body.replace(/"timestamp":"[^"]*"/, '"timestamp":7') };
};

async function requestsOf(options: Partial<RunOptions>, handler: Handler) {
  const sent: TestRequest[] = [];
  const report = await runSuite(options, (request) => {
    sent.push(request);
    return handler(request);
  });
  return { report, sent };
}

test('stops before all other requests if correct requests show a failure', async () => {
  const { report, sent } = await requestsOf({ bail: 1 }, withoutTimestamps);
  const whole = await requestsOf({}, withoutTimestamps);
  expect(sent.length).toBeLessThan(whole.sent.length / 3);
  expect(report.results.find(({ status }) => status === 'failed')?.id).toBe('envelope.timestamp-is-present');
  expect(report.summary.blocked).toBe(0);
});

test('removes what the run created', async () => {
  const only = ['idempotency.*'];
  const unmarked: Handler = async (request) => {
    const { headers, ...response } = await conformingServer(request);
    const { 'idempotent-replayed': _, ...others } = headers;
    return { ...response, headers: others };
  };
  const { report, sent } = await requestsOf({ only, bail: 1 }, unmarked);
  expect(report.notes.join()).toContain('(--bail)');
  const countOf = (method: string) => sent.filter((request) => request.method === method).length;
  expect(countOf('POST')).toBeGreaterThan(0);
  expect(countOf('DELETE')).toBeGreaterThan(0);
  expect(report.notes.join()).not.toContain('Could not delete');
});

test('reports no stale waiver, because its check may not have been completed', async () => {
  const stale = { check: 'test.one', operations: [null], fingerprint: 'fp-000000000000' };
  const waivers = [{ ...stale, reason: 'Known.', expires: '2999-12-31' }];
  expect((await runSuite({ checks: four, waivers })).stale_waivers).toHaveLength(1);
  expect((await runSuite({ checks: four, waivers, bail: 1 })).stale_waivers).toEqual([]);
});

test.each([0, -1, 1.5])('rejects %d', async (bail) => {
  await expect(runSuite({ bail })).rejects.toThrow('must be a positive integer');
});
