import { expect, test } from 'vitest';
import { independentFixtures } from '../tests/independent/typescript/independent-server.js';
import { inProcess } from '../tests/support/in-process.js';
import { apiKeys, right, runSuite } from '../tests/support/run-suite.js';
import type { Handler } from '../tests/support/serve.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { fail } from './outcome.js';
import { planChecks } from './plan-checks.js';
import { exitCodeOf } from './report.js';
import { runChecks } from './run-checks.js';

/** A check that always finds something, for the weighing of verdicts. */
const finding = (parts: Partial<Pick<Check, 'level' | 'basis'>>): Check => ({
  kind: 'probe',
  id: 'test.finding',
  level: 'MUST',
  basis: 'stated',
  requirement: 'Nothing is right.',
  source: 'This test',
  operations: 'api',
  run: async () => fail({ message: 'Wrong.', expected: 'right', actual: 'wrong' }),
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
  'a finding of level %s and basis %s under profile %s has %s',
  async (level, basis, profile, status) => {
    const { results } = await runSuite({ checks: [finding({ level, basis })], profile });
    expect(results.map((result) => result.status)).toEqual([status]);
  },
);

test('a check that breaks is told apart from a server that is wrong', async () => {
  const broken: Check = {
    ...finding({}),
    kind: 'probe',
    operations: 'api',
    run: async () => JSON.parse('{'),
  };
  const report = await runSuite({ checks: [broken] });
  expect(report.results[0]).toMatchObject({ status: 'errored' });
  expect(exitCodeOf(report)).toBe(3);
});

test('a rate limit in the way is no fault of the server', async () => {
  const { results } = await runSuite(
    { only: ['filters.kind-returns-only-matches', 'parameters.*'] },
    async (request) => {
      const answer = await right(request);
      if (!request.query.has('kind')) return answer;
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Later', details: null };
      const body = JSON.stringify({ success: false, timestamp: '2026-06-15T12:00:00Z', error });
      return { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '0' }, body };
    },
  );
  expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(results.find(({ status }) => status === 'blocked')?.message).toContain('rate limit');
});

test('a missing fixture leaves its verdicts open, and the run incomplete', async () => {
  const report = await runSuite({ fixtures: {}, only: ['audits.lines-add-up'] });
  expect(report.results).toMatchObject([{ status: 'blocked', message: expect.stringContaining('audit_id') }]);
  expect(exitCodeOf(report)).toBe(3);
});

test('a missing second key leaves isolation open', async () => {
  const { results } = await runSuite({
    apiKeys: apiKeys.slice(0, 1),
    only: ['idempotency.callers-do-not-collide'],
  });
  expect(results.map(({ status }) => status)).toEqual(['blocked', 'blocked']);
});

test('what was seen is told in the report', async () => {
  const { coverage } = await runSuite({ only: ['parameters.value-outside-set-is-refused'] });
  const inventory = coverage.operations.find(({ operation }) => operation === 'listCommitmentInventory');
  expect(inventory?.parameters.find(({ name }) => name === 'state')).toMatchObject({ refused: 1 });
  expect(coverage.summary.operations.seen).toBeGreaterThan(10);
});

test('the read-only profile sends no write', async () => {
  const methods = new Set<string>();
  const report = await runSuite({ profile: 'read-only' }, (request) => {
    methods.add(request.method);
    return right(request);
  });
  expect([...methods]).toEqual(['GET']);
  expect(report.results.filter(({ status }) => status === 'blocked')).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
});

test('a server on another machine is not written to unless that is allowed', async () => {
  const methods = new Set<string>();
  const report = await runSuite({ target: 'https://staging.example.com' }, (request) => {
    methods.add(request.method);
    return right(request);
  });
  expect([...methods]).toEqual(['GET']);
  expect(exitCodeOf(report)).toBe(3);
  expect(report.results.find(({ status }) => status === 'blocked')?.message).toContain('--allow-writes');
});

test('one check gives the same verdict alone as among all', async () => {
  const wrong: Handler = async (request) => {
    const answer = await right(request);
    return request.query.get('kind') === 'no-such-value' && answer.status === 422
      ? { ...answer, body: answer.body.replace('VALIDATION_ERROR', 'INVALID') }
      : answer;
  };
  const { results } = await runSuite({ only: ['errors.code-fits-status'] }, wrong);
  expect(results.filter(({ status }) => status === 'failed').map(({ operation }) => operation)).toEqual([
    'listCommitments',
  ]);
});

test('a pattern chooses an area, and skip takes away from it', async () => {
  const { results } = await runSuite({ only: ['providers.*'], skip: ['providers.ids-are-unique'] });
  expect(results.map(({ id }) => id)).toEqual(['providers.list-is-a-bare-array']);
});

test('a run that would look at nothing is refused', async () => {
  await expect(runSuite({ only: ['providers.*'], skip: ['providers.*'] })).rejects.toThrow(
    'No check is left to run',
  );
});

test.each([
  ['first', ['geheim']],
  ['second', ['one_test_caller', 'geheim-geheim\r\n']],
  ['third', ['one_test_caller', 'one_test_second_caller', 'geheimnisse\u00e4']],
])(
  'a %s key that no header or report could take is refused before anything is sent',
  async (which, wrong) => {
    const refused = runSuite({ apiKeys: wrong }, () => expect.unreachable());
    await expect(refused).rejects.toThrow(CannotStart);
    await expect(refused).rejects.toThrow(`The ${which} API key `);
    await expect(refused).rejects.not.toThrow('geheim');
  },
);

test('a key that is given twice is refused, as it stands for no second caller', async () => {
  await expect(runSuite({ apiKeys: ['key-of-one', 'key-of-one'] })).rejects.toThrow(
    'The second API key is one that was given before',
  );
  await expect(runSuite({ apiKeys: ['key-of-one', 'key-of-two', 'key-of-one'] })).rejects.toThrow(
    'The third API key',
  );
});

test('a name that is no check is refused before anything is sent', async () => {
  await expect(runSuite({ only: ['envelope.nothing'] })).rejects.toThrow(
    'There is no check envelope.nothing',
  );
});

test.each([
  ['first', ['wrong_test_key']],
  ['second', [apiKeys[0] ?? '', 'wrong_test_key']],
])('a %s key that the target refuses ends the run at once', async (which, wrong) => {
  await expect(runSuite({ apiKeys: wrong })).rejects.toThrow(`refuses the ${which} API key`);
});

test('without any key the run says how to give one', async () => {
  await expect(runSuite({ apiKeys: [] })).rejects.toThrow('--api-key');
});

test('test keys that the target publishes are used when none is given', async () => {
  const body = JSON.stringify({ ...independentFixtures, api_keys: apiKeys });
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess((request) =>
      request.path === '/.well-known/cost-contract.json'
        ? { status: 200, headers: {}, body }
        : right(request),
    ),
    only: ['providers.ids-are-unique', 'audits.lines-add-up'],
  });
  expect(report.results.find(({ id }) => id === 'audits.lines-add-up')?.status).toBe('passed');
  expect(report.notes).toEqual([expect.stringContaining('test API keys')]);
});

test('a server that stops answering ends the run, with what is known', async () => {
  let count = 0;
  const report = await runSuite({}, (request) => {
    count += 1;
    if (count > 100) throw new Error('gone');
    return right(request);
  });
  expect(report.summary.blocked).toBeGreaterThan(0);
  expect(count).toBeLessThan(130);
  const told = report.results.flatMap(({ message }) =>
    /stopped responding|got no answer/.test(message ?? '') ? message : [],
  );
  expect(new Set(told)).toEqual(new Set(['the server stopped responding: the server broke: gone']));
  expect(report.notes).toContain(
    'The server stopped responding (the server broke: gone). The remaining checks are blocked.',
  );
});

test('an error of the suite itself is no verdict on the server, and ends no run', async () => {
  const sender = inProcess(right);
  const report = await runChecks({
    target: 'http://127.0.0.1',
    apiKeys,
    fixtures: independentFixtures,
    sender: {
      ...sender,
      send: async (wire) => {
        if (/\/costs\/invoices/.test(wire.target)) throw new TypeError('a bug of ours');
        return sender.send(wire);
      },
    },
    only: ['envelope.*', 'fields.*', 'providers.*', 'invoices.*'],
  });
  const broken = report.results.filter(({ status }) => status === 'errored');
  expect(broken.length).toBeGreaterThan(5);
  expect(new Set(broken.map(({ operation }) => operation))).toEqual(new Set(['listInvoiceMonths']));
  expect(broken[0]?.message).toBe('The check itself broke: TypeError: a bug of ours');
  expect(report.summary.failed).toBe(0);
  expect(report.summary.passed).toBeGreaterThan(50);
  expect(exitCodeOf(report)).toBe(3);
});

test('a run that is stopped removes what it made', async () => {
  const stop = new AbortController();
  const made = new Set<string>();
  const report = await runSuite({ signal: stop.signal }, async (request) => {
    const answer = await right(request);
    if (request.method === 'POST' && answer.status === 200 && !answer.headers['idempotent-replayed']) {
      made.add(JSON.parse(answer.body).data.id);
      if (made.size === 3) stop.abort();
    }
    if (request.method === 'DELETE' && answer.status === 200) made.delete(JSON.parse(answer.body).data.id);
    return answer;
  });
  expect([...made]).toEqual([]);
  expect(report.notes).toContain('The run was stopped before its end.');
});

test('a plan tells what is missing, and sends no write', async () => {
  const plan = await planChecks({
    target: 'http://127.0.0.1',
    apiKeys,
    sender: inProcess((request) => {
      expect(request.method).toBe('GET');
      return right(request);
    }),
  });
  expect(plan.missing.map(({ reason }) => reason).join()).toContain('tag_key');
});

test('a plan counts no fewer requests than the run sends', async () => {
  const plan = await planChecks({
    target: 'http://127.0.0.1',
    apiKeys,
    fixtures: independentFixtures,
    sender: inProcess(right),
  });
  const { requests } = await runSuite();
  expect(requests.caller).toBeLessThanOrEqual(plan.requests);
  expect(requests.caller).toBeLessThanOrEqual(500);
});
