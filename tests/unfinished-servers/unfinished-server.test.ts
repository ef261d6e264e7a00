import { describe, expect, test } from 'vitest';
import { exitCodeOf, type Report } from '../../conformance/report.js';
import { runChecks } from '../../conformance/run-checks.js';
import type { RunOptions } from '../../conformance/run-options.js';
import { operations } from '../../src/generated/operations.js';
import { inProcess } from '../support/in-process.js';
import type { Handler, TestRequest } from '../support/serve.js';
import { createUnfinishedServer, implemented } from './unfinished-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

const run = (options: Partial<RunOptions> = {}, handler: Handler = createUnfinishedServer(apiKeys)) =>
  runChecks({ target: 'http://127.0.0.1', sender: inProcess(handler), apiKeys, ...options });

const failed = ({ results }: Report) => [
  ...new Set(results.filter(({ status }) => status === 'failed').map(({ id }) => id)),
];

const told = ({ results }: Report) => new Set(results.flatMap(({ operation }) => operation ?? []));

describe('a server with 3 of the 34 operations', () => {
  test('has one violation in all, and no verdict on what it does not have', async () => {
    const report = await run();
    expect(failed(report)).toEqual(['operations.all-are-implemented']);
    expect(report.summary).toMatchObject({ failed: 1, blocked: 0, errored: 0 });
    expect([...told(report)].sort()).toEqual([...implemented].sort());
    expect(report.progress?.implemented).toEqual(implemented);
    expect(report.progress?.missing).toHaveLength(operations.length - 3);
    expect(report.notes.join()).toContain('3 of 34 operations are implemented.');
    expect(report.coverage.summary.operations).toEqual({ seen: 3, of: 34 });
    expect(exitCodeOf(report)).toBe(1);
  });

  test('conforms where operations may be missing', async () => {
    const report = await run({ allowMissing: true });
    expect(report.summary).toMatchObject({ failed: 0, blocked: 0 });
    expect(report.results.find(({ id }) => id === 'operations.all-are-implemented')).toMatchObject({
      status: 'not_applicable',
      message: expect.stringContaining('not implemented, which --allow-missing accepts'),
    });
    expect(exitCodeOf(report)).toBe(0);
  });

  test('conforms within its scope', async () => {
    const report = await run({ scope: { operations: implemented } });
    expect([failed(report), report.summary.blocked, exitCodeOf(report)]).toEqual([[], 0, 0]);
    expect(report.notes.join()).toContain('3 of 34 operations are in scope');
  });

  test('does not conform where an operation in scope is missing', async () => {
    const report = await run({ scope: { operations: [...implemented, 'getCostForecast'] } });
    expect(failed(report)).toEqual(['operations.all-are-implemented']);
    expect(report.results.find(({ status }) => status === 'failed')?.message).toBe(
      'getCostForecast is not implemented.',
    );
  });

  test('fails again when an operation is gone that no waiver accepts', async () => {
    const missing = (await run()).results.find(({ id }) => id === 'operations.all-are-implemented');
    const waivers = [missing, ...(missing?.other_faults ?? [])].map((fault) => ({
      check: 'operations.all-are-implemented',
      operations: [null],
      fingerprint: fault?.fingerprint ?? '',
      reason: 'Not built yet',
      expires: '2999-12-31',
    }));
    const growing = await run({ waivers });
    expect([growing.summary.waived, growing.stale_waivers, exitCodeOf(growing)]).toEqual([1, [], 0]);

    const server = createUnfinishedServer(apiKeys);
    const shrunk: Handler = (request) =>
      server({ ...request, path: request.path.replace('/audit/summary', '/audit/gone') });
    const report = await run({ waivers }, shrunk);
    expect(report.results.find(({ status }) => status === 'failed')?.message).toBe(
      'getSavingsAuditSummary is not implemented.',
    );

    const scoped = await run({ waivers, scope: { operations: implemented } });
    expect([scoped.stale_waivers, exitCodeOf(scoped)]).toEqual([[], 0]);
  });

  test('is sent nothing to what it does not have but to find that out', async () => {
    const server = createUnfinishedServer(apiKeys);
    const sent: TestRequest[] = [];
    await run({}, (request) => {
      if (request.path.startsWith('/api/v1/costs/forecast')) sent.push(request);
      return server(request);
    });
    expect(sent).toHaveLength(1);
  });

  test.each([405, 501])('may have %i for what it does not have', async (status) => {
    const server = createUnfinishedServer(apiKeys);
    const report = await run({}, async (request) => {
      const answer = await server(request);
      return answer.status === 404 ? { ...answer, status, body: '' } : answer;
    });
    expect(report.progress?.implemented).toEqual(implemented);
  });
});

describe('a scope', () => {
  test('leaves out the verdicts on other operations, and sends them nothing but to find ids', async () => {
    const server = createUnfinishedServer(apiKeys);
    const paths = new Set<string>();
    const report = await run({ scope: { operations: ['getSavingsAuditSummary'] } }, (request) => {
      if (request.method !== 'DELETE') paths.add(request.path);
      return server(request);
    });
    expect([...told(report)]).toEqual(['getSavingsAuditSummary']);
    expect([...paths].filter((path) => path.startsWith('/api/v1/commitments'))).toEqual([
      '/api/v1/commitments',
      '/api/v1/commitments/renewal/%zz',
    ]);
  });

  test('makes a check that needs another operation not applicable, and says which', async () => {
    const report = await run({ scope: { tags: ['commitments'] }, allowMissing: true });
    const server = report.results.find(({ id }) => id === 'errors.odd-input-never-breaks-the-server');
    expect(server?.status).toBe('passed');
    const others = await run({ scope: { operations: ['getSavingsAuditSummary'] } });
    expect(others.results.find(({ id }) => id === 'operations.server-survives')).toMatchObject({
      status: 'not_applicable',
      message: 'it needs listProviders, which is out of scope',
    });
    expect(exitCodeOf(others)).toBe(0);
  });

  test.each([
    [{ operations: ['listProvider'] }, "Unknown operation 'listProvider'. Did you mean 'listProviders'?"],
    [{ tags: ['cost'] }, "Unknown tag 'cost'. Did you mean 'costs'?"],
  ])('%j is refused before anything is sent', async (scope, message) => {
    let sent = 0;
    const counting: Handler = (request) => {
      sent += 1;
      return createUnfinishedServer(apiKeys)(request);
    };
    await expect(run({ scope }, counting)).rejects.toThrow(message);
    expect(sent).toBe(0);
  });
});
