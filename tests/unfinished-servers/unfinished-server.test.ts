import { describe, expect, test } from 'vitest';
import { progressLine } from '../../conformance/engine/report/findings.js';
import { prettyReport } from '../../conformance/engine/report/pretty.js';
import { rowsOf } from '../../conformance/engine/report/screen.js';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import { isProposedOperation } from '../../conformance/suite/contract.js';
import { matchOperation, runChecks } from '../../conformance/suite/run.js';
import { operations } from '../../src/generated/operations.js';
import { inProcess } from '../support/in-process.js';
import type { Handler, TestRequest } from '../support/serve.js';
import { createUnfinishedServer, implemented, type Mistake, mistakes } from './unfinished-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

const run = (options: Partial<RunOptions> = {}, handler: Handler = createUnfinishedServer(apiKeys)) =>
  runChecks({ target: 'http://127.0.0.1', sender: inProcess(handler), apiKeys, ...options });

const proposed = operations.filter(({ operationId }) => isProposedOperation(operationId)).length;

const failed = ({ results }: Report) => [
  ...new Set(results.filter(({ status }) => status === 'failed').map(({ id }) => id)),
];

const checkedOperations = ({ results }: Report) =>
  new Set(results.flatMap(({ operation }) => operation ?? []));

describe('a server with 3 operations', () => {
  test('has one violation, and no verdicts on missing operations', async () => {
    const report = await run();
    expect(failed(report)).toEqual(['operations.all-are-implemented']);
    expect(report.summary).toMatchObject({ failed: 1, blocked: 0, errored: 0 });
    expect([...checkedOperations(report)].sort()).toEqual([...implemented].sort());
    expect(report.progress?.implemented).toEqual(implemented);
    expect(report.progress?.missing).toHaveLength(operations.length - 3);
    expect(progressLine(report)).toContain(`3 of ${operations.length} operations are implemented.`);
    expect(report.coverage.summary.operations).toEqual({ seen: 3, of: operations.length });
    expect(exitCodeOf(report)).toBe(1);
  });

  test('conforms with allowMissing', async () => {
    const report = await run({ allowMissing: true });
    expect(report.summary).toMatchObject({ failed: 0, blocked: 0 });
    expect(report.results.find(({ id }) => id === 'operations.all-are-implemented')).toMatchObject({
      status: 'not_applicable',
      message: expect.stringContaining(
        `${operations.length - 3} operations not implemented (${proposed} only proposed), which --allow-missing accepts`,
      ),
    });
    expect(exitCodeOf(report)).toBe(0);
  });

  test('conforms within its scope', async () => {
    const report = await run({ scope: { operations: implemented } });
    expect([failed(report), report.summary.blocked, exitCodeOf(report)]).toEqual([[], 0, 0]);
    expect(report.notes.join()).toContain(`3 of ${operations.length} operations are in scope`);
  });

  test('does not conform if an operation in scope is missing', async () => {
    const report = await run({ scope: { operations: [...implemented, 'getCostForecast'] } });
    expect(failed(report)).toEqual(['operations.all-are-implemented']);
    expect(report.results.find(({ status }) => status === 'failed')?.message).toBe(
      'getCostForecast is not implemented.',
    );
  });

  test('fails if another operation without a waiver is missing', async () => {
    const missing = (await run()).results.find(({ id }) => id === 'operations.all-are-implemented');
    const waivers = (missing?.violations ?? []).map(({ fingerprint }) => ({
      check: 'operations.all-are-implemented',
      operations: [null],
      fingerprint,
      reason: 'Not built yet',
      expires: '2999-12-31',
    }));
    const growing = await run({ waivers });
    expect([growing.summary.waived, growing.stale_waivers, exitCodeOf(growing)]).toEqual([1, [], 0]);

    const server = createUnfinishedServer(apiKeys);
    const shrunk: Handler = (request) =>
      server({ ...request, path: request.path.replace('/audit/summary', '/audit/removed') });
    const report = await run({ waivers }, shrunk);
    expect(report.results.find(({ status }) => status === 'failed')?.message).toBe(
      'getSavingsAuditSummary is not implemented.',
    );

    const scoped = await run({ waivers, scope: { operations: implemented } });
    expect([scoped.stale_waivers, exitCodeOf(scoped)]).toEqual([[], 0]);
  });

  test('receives only one request to a missing operation', async () => {
    const server = createUnfinishedServer(apiKeys);
    const sent: TestRequest[] = [];
    await run({}, (request) => {
      if (request.path.startsWith('/api/v1/costs/forecast')) sent.push(request);
      return server(request);
    });
    expect(sent).toHaveLength(1);
  });

  test.each([405, 501])('may respond with %i for missing operations', async (status) => {
    const server = createUnfinishedServer(apiKeys);
    const report = await run({}, async (request) => {
      const response = await server(request);
      return response.status === 404 ? { ...response, status, body: '' } : response;
    });
    expect(report.progress?.implemented).toEqual(implemented);
  });
});

describe('a scope', () => {
  test('excludes other operations, except for requests that discover IDs', async () => {
    const server = createUnfinishedServer(apiKeys);
    const paths = new Set<string>();
    const report = await run({ scope: { operations: ['getSavingsAuditSummary'] } }, (request) => {
      if (request.method !== 'DELETE') paths.add(request.path);
      return server(request);
    });
    expect([...checkedOperations(report)]).toEqual(['getSavingsAuditSummary']);
    expect([...paths].filter((path) => path.startsWith('/api/v1/commitments'))).toEqual([
      '/api/v1/commitments',
    ]);
  });

  test('makes a check not applicable if it needs an operation out of scope', async () => {
    const report = await run({ scope: { tags: ['commitments'] }, allowMissing: true });
    const server = report.results.find(({ id }) => id === 'errors.odd-input-never-breaks-the-server');
    expect(server?.status).toBe('passed');
    const others = await run({ scope: { operations: ['getSavingsAuditSummary'] } });
    expect(others.results.find(({ id }) => id === 'operations.server-survives')).toMatchObject({
      status: 'not_applicable',
      message: 'requires listProviders, which is out of scope',
    });
    expect(exitCodeOf(others)).toBe(0);
  });

  test.each([
    [{ operations: ['listProvider'] }, "Unknown operation 'listProvider'. Did you mean 'listProviders'?"],
    [{ tags: ['cost'] }, "Unknown tag 'cost'. Did you mean 'costs'?"],
  ])('%j is rejected before any request', async (scope, message) => {
    let sent = 0;
    const counting: Handler = (request) => {
      sent += 1;
      return createUnfinishedServer(apiKeys)(request);
    };
    await expect(run({ scope }, counting)).rejects.toThrow(message);
    expect(sent).toBe(0);
  });
});

/** The checks that fail for each mistake. */
const caught: Readonly<Record<Mistake, readonly string[]>> = {
  noAuthentication: ['authentication.no-key-is-401'],
  anyKey: ['authentication.unknown-key-is-401'],
  errorIsAString: ['envelope.failure-has-error'],
  errorWithoutDetails: ['envelope.error-has-details'],
  unknownCode: ['errors.code-fits-status'],
  noTimestamp: ['envelope.timestamp-is-present'],
  timestampInSeconds: ['envelope.timestamp-is-present'],
  noSuccessFlag: ['envelope.success-is-boolean'],
  failureWith200: ['envelope.success-matches-the-status'],
  bareList: ['pagination.list-has-items-and-pagination'],
  noPagination: ['pagination.list-has-items-and-pagination'],
  numbersAsStrings: ['fields.types-are-exact'],
  nullsOmitted: ['fields.all-are-present'],
  // Nothing matches, which may be meant: it only warns.
  unknownValuesAccepted: [],
  htmlNotFound: ['envelope.body-is-a-json-object'],
  textInternalError: ['errors.requests-never-break-the-server'],
  pagesFromZero: ['pagination.starts-at-the-first-page'],
  alwaysHasNext: ['pagination.last-page-has-no-next', 'pagination.has-next-is-true-before-the-last'],
  pageCount: ['pagination.totals-are-the-same-on-every-page'],
  filtersIgnored: [
    'parameters.value-outside-set-is-refused',
    'filters.provider-returns-only-matches',
    'filters.kind-returns-only-matches',
    'filters.status-returns-only-matches',
  ],
};

test('the exchange of a verdict belongs to its operation', async () => {
  const all = new Set(Object.keys(mistakes) as Mistake[]);
  for (const whole of ['bareList', 'noPagination', 'failureWith200', 'errorIsAString'] as const)
    all.delete(whole);
  for (const made of [all, ['errorIsAString', 'bareList'], ['failureWith200']] as Iterable<Mistake>[]) {
    const { results } = await run({}, createUnfinishedServer(apiKeys, made));
    const shown = results.filter(({ exchange, operation }) => exchange !== null && operation !== null);
    expect(shown.length).toBeGreaterThan(0);
    for (const { id, operation, exchange } of shown) {
      const { method = '', path = '' } = exchange?.request ?? {};
      expect(matchOperation(method, path)?.operationId, id).toBe(operation);
    }
  }
});

const lines = (report: Report) => rowsOf(prettyReport(report, { colour: false }));

test('reports five mistakes as five failures', async () => {
  const made: Mistake[] = [
    'noAuthentication',
    'errorIsAString',
    'noTimestamp',
    'numbersAsStrings',
    'nullsOmitted',
  ];
  const report = await run({ allowMissing: true }, createUnfinishedServer(apiKeys, made));
  expect(failed(report)).toHaveLength(made.length);
  expect(lines(report)).toBeLessThanOrEqual(60);
});

test.each([true, false])(
  'reports all mistakes in at most 60 lines, with --allow-missing %s',
  async (allowMissing) => {
    const all = Object.keys(mistakes) as Mistake[];
    const report = await run({ allowMissing }, createUnfinishedServer(apiKeys, all));
    expect(failed(report).length).toBeGreaterThan(5);
    expect(lines(report)).toBeLessThanOrEqual(60);
  },
);

describe('reports one mistake as one failure', () => {
  test.each(Object.entries(caught) as [Mistake, string[]][])('%s', async (mistake, expected) => {
    const scope = { operations: implemented };
    const report = await run({ scope }, createUnfinishedServer(apiKeys, [mistake]));
    expect(failed(report)).toEqual(expected);
    expect(exitCodeOf(report)).toBe(expected.length > 0 ? 1 : 0);
  });

  test('unknownValuesAccepted warns', async () => {
    const scope = { operations: implemented };
    const report = await run({ scope }, createUnfinishedServer(apiKeys, ['unknownValuesAccepted']));
    const warned = report.results.filter(({ status }) => status === 'warned').map(({ id }) => id);
    expect(warned).toContain('parameters.value-outside-set-is-refused');
  });
});
