import { describe, expect, test } from 'vitest';
import {
  createIndependentServer,
  independentFixtures,
} from '../tests/independent/typescript/independent-server.js';
import { inProcess } from '../tests/support/in-process.js';
import type { Handler } from '../tests/support/serve.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { fail } from './outcome.js';
import { planChecks } from './plan-checks.js';
import { exitCodeOf } from './report.js';
import type { Result } from './result.js';
import { runChecks } from './run-checks.js';
import type { RunOptions } from './run-options.js';
import type { Waiver } from './waiver-book.js';

const apiKeys = ['one_test_caller', 'one_test_stranger'];
const right = createIndependentServer({ keys: apiKeys });

const run = (options: Partial<RunOptions> = {}, handler: Handler = right) =>
  runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(handler),
    apiKeys,
    fixtures: independentFixtures,
    ...options,
  });

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
    const { results } = await run({ checks: [finding({ level, basis })], profile });
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
  const report = await run({ checks: [broken] });
  expect(report.results[0]).toMatchObject({ status: 'errored' });
  expect(exitCodeOf(report)).toBe(3);
});

test('a rate limit in the way is no fault of the server', async () => {
  const { results } = await run(
    { only: ['filters.kind-keeps-only-its-own', 'parameters.*'] },
    async (request) => {
      const answer = await right(request);
      if (!request.query.has('kind')) return answer;
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Later', details: null };
      const body = JSON.stringify({ success: false, timestamp: '2026-06-15T12:00:00Z', error });
      return { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '0' }, body };
    },
  );
  expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(results.find(({ status }) => status === 'could_not_run')?.message).toContain('rate limit');
});

test('a missing fixture leaves its verdicts open, and the run incomplete', async () => {
  const report = await run({ fixtures: {}, only: ['audits.lines-add-up'] });
  expect(report.results).toMatchObject([
    { status: 'could_not_run', message: expect.stringContaining('audit_id') },
  ]);
  expect(exitCodeOf(report)).toBe(3);
});

test('a missing second key leaves isolation open', async () => {
  const { results } = await run({
    apiKeys: apiKeys.slice(0, 1),
    only: ['idempotency.callers-do-not-collide'],
  });
  expect(results.map(({ status }) => status)).toEqual(['could_not_run', 'could_not_run']);
});

describe('waivers', () => {
  const only = ['parameters.value-outside-set-is-refused'];
  const known = { instrument: 'ri', state: 'active' };
  /** Takes an unknown value of these parameters for one that it knows. */
  const lenient =
    (...names: (keyof typeof known)[]): Handler =>
    (request) => {
      const query = new URLSearchParams(request.query);
      for (const name of names) if (query.get(name) === 'no-such-value') query.set(name, known[name]);
      return right({ ...request, query });
    };
  const verdict = async (handler: Handler, options: Partial<RunOptions> = {}) => {
    const report = await run({ only, ...options }, handler);
    const result = report.results.find(({ operation }) => operation === 'listCommitmentInventory');
    return { report, result: result as Result };
  };
  const waiverFor = ({ id, operation, fingerprint }: Result, expires = '2999-12-31'): Waiver => ({
    check: id,
    operations: [operation],
    fingerprint: fingerprint ?? '',
    reason: 'Known.',
    expires,
  });

  test('a waived failure is shown as such and does not fail', async () => {
    const { result } = await verdict(lenient('state'));
    expect(result.status).toBe('failed');
    const waived = await verdict(lenient('state'), { waivers: [waiverFor(result)] });
    expect(waived.result).toMatchObject({
      status: 'waived',
      waiver: { reason: 'Known.', expires: '2999-12-31', expired: false },
    });
    expect(waived.report.summary).toMatchObject({ failed: 0, waived: 1 });
    expect(exitCodeOf(waived.report)).toBe(0);
  });

  test('another fault in the same check and operation still fails, and is the one told', async () => {
    const { result } = await verdict(lenient('state'));
    const more = await verdict(lenient('instrument', 'state'), { waivers: [waiverFor(result)] });
    expect(more.result).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('instrument='),
      other_faults: [{ fingerprint: result.fingerprint, waived: true }],
    });
  });

  test('an expired waiver fails, and says when it expired', async () => {
    const { result } = await verdict(lenient('state'));
    const expired = await verdict(lenient('state'), { waivers: [waiverFor(result, '2020-01-01')] });
    expect(expired.result).toMatchObject({
      status: 'failed',
      waiver: { expires: '2020-01-01', expired: true },
    });
    expect(exitCodeOf(expired.report)).toBe(1);
  });

  test('a waiver that nothing needs any more fails the run', async () => {
    const { result } = await verdict(lenient('state'));
    const { report } = await verdict(right, { waivers: [waiverFor(result)] });
    expect(report.summary.failed).toBe(0);
    expect(report.stale_waivers).toMatchObject([{ check: result.id, operation: 'listCommitmentInventory' }]);
    expect(exitCodeOf(report)).toBe(1);
  });

  test('a waiver of a check that was left out is not missed', async () => {
    const { result } = await verdict(lenient('state'));
    const report = await run({ only: ['providers.*'], waivers: [waiverFor(result)] });
    expect(report.stale_waivers).toEqual([]);
    expect(exitCodeOf(report)).toBe(0);
  });
});

test('what was seen is told in the report', async () => {
  const { coverage } = await run({ only: ['parameters.value-outside-set-is-refused'] });
  const inventory = coverage.operations.find(({ operation }) => operation === 'listCommitmentInventory');
  expect(inventory?.parameters.find(({ name }) => name === 'state')).toMatchObject({ refused: 1 });
  expect(coverage.summary.operations.seen).toBeGreaterThan(10);
});

test('the read-only profile sends no write', async () => {
  const methods = new Set<string>();
  const report = await run({ profile: 'read-only' }, (request) => {
    methods.add(request.method);
    return right(request);
  });
  expect([...methods]).toEqual(['GET']);
  expect(report.results.filter(({ status }) => status === 'could_not_run')).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
});

test('a server on another machine is not written to unless that is allowed', async () => {
  const methods = new Set<string>();
  const report = await run({ target: 'https://staging.example.com' }, (request) => {
    methods.add(request.method);
    return right(request);
  });
  expect([...methods]).toEqual(['GET']);
  expect(exitCodeOf(report)).toBe(3);
  expect(report.results.find(({ status }) => status === 'could_not_run')?.message).toContain(
    '--allow-writes',
  );
});

test('one check gives the same verdict alone as among all', async () => {
  const wrong: Handler = async (request) => {
    const answer = await right(request);
    return request.query.get('kind') === 'no-such-value' && answer.status === 422
      ? { ...answer, body: answer.body.replace('VALIDATION_ERROR', 'INVALID') }
      : answer;
  };
  const { results } = await run({ only: ['errors.code-fits-status'] }, wrong);
  expect(results.filter(({ status }) => status === 'failed').map(({ operation }) => operation)).toEqual([
    'listCommitments',
  ]);
});

test('a pattern chooses an area, and skip takes away from it', async () => {
  const { results } = await run({ only: ['providers.*'], skip: ['providers.ids-are-unique'] });
  expect(results.map(({ id }) => id)).toEqual(['providers.list-is-a-bare-array']);
});

test('a run that would look at nothing is refused', async () => {
  await expect(run({ only: ['providers.*'], skip: ['providers.*'] })).rejects.toThrow(
    'No check is left to run',
  );
});

test.each([
  ['first', ['geheim']],
  ['second', ['one_test_caller', 'geheim-geheim\r\n']],
  ['third', ['one_test_caller', 'one_test_stranger', 'geheimnisse\u00e4']],
])(
  'a %s key that no header or report could take is refused before anything is sent',
  async (which, wrong) => {
    const refused = run({ apiKeys: wrong }, () => expect.unreachable());
    await expect(refused).rejects.toThrow(CannotStart);
    await expect(refused).rejects.toThrow(`The ${which} API key `);
    await expect(refused).rejects.not.toThrow('geheim');
  },
);

test('a key that is given twice is refused, as it stands for no second caller', async () => {
  await expect(run({ apiKeys: ['key-of-one', 'key-of-one'] })).rejects.toThrow(
    'The second API key is one that was given before',
  );
  await expect(run({ apiKeys: ['key-of-one', 'key-of-two', 'key-of-one'] })).rejects.toThrow(
    'The third API key',
  );
});

test('a name that is no check is refused before anything is sent', async () => {
  await expect(run({ only: ['envelope.nothing'] })).rejects.toThrow('There is no check envelope.nothing');
});

test.each([
  ['first', ['wrong_test_key']],
  ['second', [apiKeys[0] ?? '', 'wrong_test_key']],
])('a %s key that the target refuses ends the run at once', async (which, wrong) => {
  await expect(run({ apiKeys: wrong })).rejects.toThrow(`refuses the ${which} API key`);
});

test('without any key the run says how to give one', async () => {
  await expect(run({ apiKeys: [] })).rejects.toThrow('--api-key');
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
  const report = await run({}, (request) => {
    count += 1;
    if (count > 100) throw new Error('gone');
    return right(request);
  });
  expect(report.summary.could_not_run).toBeGreaterThan(0);
  expect(count).toBeLessThan(130);
  const told = report.results.flatMap(({ message }) =>
    /answering before|got no answer/.test(message ?? '') ? message : [],
  );
  expect(new Set(told)).toEqual(new Set(['the server stopped answering before: the server broke: gone']));
  expect(report.notes).toContain(
    'The server stopped answering, so that much could not be checked: the server broke: gone.',
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
  const report = await run({ signal: stop.signal }, async (request) => {
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
  const { requests } = await run();
  expect(requests.caller).toBeLessThanOrEqual(plan.requests);
  expect(requests.caller).toBeLessThanOrEqual(500);
});
