import { expect, test } from 'vitest';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import type { Check } from '../../conformance/engine/check.js';
import { fail } from '../../conformance/engine/judge/outcome.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { planChecks, runChecks } from '../../conformance/suite/run.js';
import { independentFixtures } from '../independent/typescript/independent-server.js';
import { inProcess } from '../support/in-process.js';
import type { Handler } from '../support/serve.js';
import { apiKeys, conformingServer, runSuite } from '../support/suite/run-suite.js';

/** A check that always throws a finding. */
const finding = (parts: Partial<Pick<Check, 'level' | 'basis'>>): Check => ({
  kind: 'active',
  id: 'test.finding',
  level: 'MUST',
  basis: 'stated',
  requirement: 'No server conforms.',
  source: 'This test',
  operations: 'api',
  run: async () => fail({ message: 'Differs.', expected: 'a', actual: 'b' }),
  ...parts,
});

test.each([
  ['MUST', 'stated', 'standard', 'failed'],
  ['MUST', 'derived', 'standard', 'failed'],
  ['MUST', 'proposed', 'standard', 'warned'],
  ['SHOULD', 'stated', 'standard', 'warned'],
  ['MUST', 'proposed', 'strict', 'failed'],
  ['SHOULD', 'proposed', 'strict', 'failed'],
] as const)(
  'a finding of level %s and basis %s has under profile %s the status %s',
  async (level, basis, profile, status) => {
    const { results } = await runSuite({ checks: [finding({ level, basis })], profile });
    expect(results.map((result) => result.status)).toEqual([status]);
  },
);

test('a check that throws an error is reported as errored', async () => {
  const broken: Check = {
    ...finding({}),
    kind: 'active',
    operations: 'api',
    run: async () => JSON.parse('{'),
  };
  const report = await runSuite({ checks: [broken] });
  expect(report.results[0]).toMatchObject({ status: 'errored' });
  expect(exitCodeOf(report)).toBe(3);
});

test('a reached rate limit blocks a check instead of failing it', async () => {
  const { results } = await runSuite(
    { only: ['filters.kind-returns-only-matches', 'parameters.*'] },
    async (request) => {
      const response = await conformingServer(request);
      if (!request.query.has('kind')) return response;
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Later', details: null };
      const body = JSON.stringify({ success: false, timestamp: '2026-06-15T12:00:00Z', error });
      return { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '0' }, body };
    },
  );
  expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(results.find(({ status }) => status === 'blocked')?.message).toContain('rate limit');
});

test('a missing fixture blocks its checks and makes the run incomplete', async () => {
  const report = await runSuite({ fixtures: {}, only: ['audits.lines-add-up'] });
  expect(report.results).toMatchObject([{ status: 'blocked', message: expect.stringContaining('audit_id') }]);
  expect(exitCodeOf(report)).toBe(3);
});

test('a missing second key blocks the isolation check', async () => {
  const { results } = await runSuite({
    apiKeys: apiKeys.slice(0, 1),
    only: ['idempotency.callers-do-not-collide'],
  });
  expect(results.map(({ status }) => status)).toEqual(['blocked', 'blocked']);
});

test('the report contains the coverage', async () => {
  const { coverage } = await runSuite({ only: ['parameters.value-outside-set-is-refused'] });
  const inventory = coverage.operations.find(({ operation }) => operation === 'listCommitmentInventory');
  expect(inventory?.parameters.find(({ name }) => name === 'state')).toMatchObject({ refused: 1 });
  expect(coverage.summary.operations.seen).toBeGreaterThan(10);
});

test('the read-only profile sends no writes', async () => {
  const methods = new Set<string>();
  const report = await runSuite({ profile: 'read-only' }, (request) => {
    methods.add(request.method);
    return conformingServer(request);
  });
  expect([...methods]).toEqual(['GET']);
  expect(report.results.filter(({ status }) => status === 'blocked')).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
});

test('a server on another machine receives no writes unless they are allowed', async () => {
  const methods = new Set<string>();
  const report = await runSuite({ target: 'https://staging.example.com' }, (request) => {
    methods.add(request.method);
    return conformingServer(request);
  });
  expect([...methods]).toEqual(['GET']);
  expect(exitCodeOf(report)).toBe(3);
  expect(report.results.find(({ status }) => status === 'blocked')?.message).toContain('--allow-writes');
});

test('a check gives the same verdict alone as in a whole run', async () => {
  const faulty: Handler = async (request) => {
    const response = await conformingServer(request);
    return request.query.get('kind') === 'no-such-value' && response.status === 422
      ? { ...response, body: response.body.replace('VALIDATION_ERROR', 'INVALID') }
      : response;
  };
  const { results } = await runSuite({ only: ['errors.code-fits-status'] }, faulty);
  expect(results.filter(({ status }) => status === 'failed').map(({ operation }) => operation)).toEqual([
    'listCommitments',
  ]);
});

test('repeats a verdict with the requests of all checks, also of checks repeated for other operations', async () => {
  const report = await runSuite(
    {
      verdicts: [
        { id: 'envelope.success-is-boolean', operation: 'listCommitments' },
        { id: 'authentication.other-scheme-is-401', operation: 'listProviders' },
      ],
    },
    async (request) => {
      const response = await conformingServer(request);
      const isFaulty =
        request.path === '/api/v1/commitments' && request.headers.authorization?.startsWith('Basic ');
      return isFaulty
        ? { ...response, body: response.body.replace('"success":false', '"success":0') }
        : response;
    },
  );
  expect(report.results.map(({ id, operation, status }) => [id, operation, status])).toEqual([
    ['envelope.success-is-boolean', 'listCommitments', 'failed'],
    ['authentication.other-scheme-is-401', 'listProviders', 'passed'],
  ]);
});

test('a pattern selects an area, and skip excludes checks from it', async () => {
  const { results } = await runSuite({ only: ['providers.*'], skip: ['providers.ids-are-unique'] });
  expect(results.map(({ id }) => id)).toEqual(['providers.list-is-a-bare-array']);
});

test('rejects a run without checks', async () => {
  await expect(runSuite({ only: ['providers.*'], skip: ['providers.*'] })).rejects.toThrow(
    'No check is left to run',
  );
});

test.each([
  ['first', ['geheim']],
  ['second', ['one_test_caller', 'geheim-geheim\r\n']],
  ['third', ['one_test_caller', 'one_test_second_caller', 'geheimnisse\u00e4']],
])('rejects a malformed %s key before sending anything', async (which, malformed) => {
  const refused = runSuite({ apiKeys: malformed }, () => expect.unreachable());
  await expect(refused).rejects.toThrow(CannotStart);
  await expect(refused).rejects.toThrow(`The ${which} API key `);
  await expect(refused).rejects.not.toThrow('geheim');
});

test('rejects a duplicate key', async () => {
  await expect(runSuite({ apiKeys: ['key-of-one', 'key-of-one'] })).rejects.toThrow(
    'The second API key is the same as an earlier one',
  );
  await expect(runSuite({ apiKeys: ['key-of-one', 'key-of-two', 'key-of-one'] })).rejects.toThrow(
    'The third API key',
  );
});

test('rejects an unknown check before sending anything', async () => {
  await expect(runSuite({ only: ['envelope.nothing'] })).rejects.toThrow("Unknown check 'envelope.nothing'");
});

test.each([
  ['first', ['wrong_test_key']],
  ['second', [apiKeys[0] ?? '', 'wrong_test_key']],
])('does not start if the target rejects the %s key', async (which, unknown) => {
  await expect(runSuite({ apiKeys: unknown })).rejects.toThrow(`rejects the ${which} API key`);
});

test('without a key the message names --api-key', async () => {
  await expect(runSuite({ apiKeys: [] })).rejects.toThrow('--api-key');
});

test('uses the test keys that the target publishes if none is given', async () => {
  const body = JSON.stringify({ ...independentFixtures, api_keys: apiKeys });
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess((request) =>
      request.path === '/.well-known/cost-contract.json'
        ? { status: 200, headers: {}, body }
        : conformingServer(request),
    ),
    only: ['providers.ids-are-unique', 'audits.lines-add-up'],
  });
  expect(report.results.find(({ id }) => id === 'audits.lines-add-up')?.status).toBe('passed');
  expect(report.notes).toEqual([expect.stringContaining('test API keys')]);
});

test('a server that stops responding ends the run with the results so far', async () => {
  let count = 0;
  const report = await runSuite({}, (request) => {
    count += 1;
    if (count > 100) throw new Error('gone');
    return conformingServer(request);
  });
  expect(report.summary.blocked).toBeGreaterThan(0);
  expect(count).toBeLessThan(130);
  const reported = report.results.flatMap(({ message }) =>
    /stopped responding|got no response/.test(message ?? '') ? message : [],
  );
  expect(new Set(reported)).toEqual(new Set(['the server stopped responding: the server broke: gone']));
  expect(report.notes).toContain(
    'The server stopped responding (the server broke: gone). The remaining checks are blocked.',
  );
});

test('an error of the suite does not fail the server or end the run', async () => {
  const sender = inProcess(conformingServer);
  const report = await runSuite({
    sender: {
      ...sender,
      send: async (wire) => {
        if (/\/costs\/invoices/.test(wire.target)) throw new TypeError('a bug of ours');
        return sender.send(wire);
      },
    },
    only: ['envelope.*', 'fields.*', 'providers.*', 'invoices.*'],
  });
  const errored = report.results.filter(({ status }) => status === 'errored');
  expect(errored.length).toBeGreaterThan(5);
  expect(new Set(errored.map(({ operation }) => operation))).toEqual(new Set(['listInvoiceMonths']));
  expect(errored[0]?.message).toBe('The check threw an error: TypeError: a bug of ours');
  expect(report.summary.failed).toBe(0);
  expect(report.summary.passed).toBeGreaterThan(50);
  expect(exitCodeOf(report)).toBe(3);
});

test('a stopped run deletes what it created', async () => {
  const stop = new AbortController();
  const created = new Set<string>();
  const report = await runSuite({ signal: stop.signal }, async (request) => {
    const response = await conformingServer(request);
    if (request.method === 'POST' && response.status === 200 && !response.headers['idempotent-replayed']) {
      created.add(JSON.parse(response.body).data.id);
      if (created.size === 3) stop.abort();
    }
    if (request.method === 'DELETE' && response.status === 200)
      created.delete(JSON.parse(response.body).data.id);
    return response;
  });
  expect([...created]).toEqual([]);
  expect(report.notes).toContain('The run was stopped before it finished.');
});

test('a plan lists missing fixtures and sends no writes', async () => {
  const plan = await planChecks({
    target: 'http://127.0.0.1',
    apiKeys,
    sender: inProcess((request) => {
      expect(request.method).toBe('GET');
      return conformingServer(request);
    }),
  });
  expect(plan.missing.map(({ reason }) => reason).join()).toContain('tag_key');
});

test('a plan counts at least as many requests as the run sends', async () => {
  const plan = await planChecks({
    target: 'http://127.0.0.1',
    apiKeys,
    fixtures: independentFixtures,
    sender: inProcess(conformingServer),
  });
  const { requests } = await runSuite();
  for (const key of ['caller', 'second_caller', 'spare'] as const) {
    expect(requests[key]).toBeLessThanOrEqual(plan.requests[key]);
  }
  expect(plan.requests.caller).toBeLessThanOrEqual(500);
  expect(plan.duration.waitSeconds).toBe(0);
});
