import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createIndependentServer,
  independentFixtures,
} from '../../tests/independent/typescript/independent-server.js';
import { runCommand } from '../../tests/support/command/command-io.js';
import type { Handler } from '../../tests/support/serve.js';
import { serving } from '../../tests/support/serving.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const keys = ['one_test_caller', 'one_test_second_caller'];
const conforming = createIndependentServer({ keys });

/** A server that conforms to the contract and serves its fixtures. */
const withFixtures: Handler = (request) =>
  request.path === '/.well-known/cost-contract.json'
    ? { status: 200, headers: {}, body: JSON.stringify(independentFixtures) }
    : conforming(request);

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(['verify', ...args], { env });

const only = ['--only', 'providers.*', '--only', 'envelope.error-has-details'];

/** A server that returns `data` as an object where the contract requires a list. */
const faulty: Handler = async (request) => {
  const response = await withFixtures(request);
  return request.path === '/api/v1/providers'
    ? { ...response, body: response.body.replace('[', '{"items":[').replace(']', ']}') }
    : response;
};

async function folder(): Promise<string> {
  const path = temporaryFolder('verify');
  return path;
}

const env = { COST_CONTRACT_API_KEYS: keys.join(',') };

test('exits with 0 if the server conforms', async () => {
  const url = await serving(withFixtures);
  const { code, stdout, stderr } = await run([url, ...only], { COST_CONTRACT_API_KEYS: keys.join(',') });
  expect(stdout).toContain('CONFORMS');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('exits with 1 and reports how to reproduce the failure if the server violates the contract', async () => {
  const url = await serving(faulty);
  const { code, stdout } = await run([url, ...only], { COST_CONTRACT_API_KEYS: keys.join(',') });
  expect(stdout).toContain(
    `reproduce curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" '${url}/api/v1/providers'`,
  );
  expect(code).toBe(1);
});

test('exits with 2 and one line if nothing listens at the URL', async () => {
  const { code, stdout, stderr } = await run(['http://127.0.0.1:1', '--api-key', 'a_test_key']);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'cost-contract verify: http://127.0.0.1:1 does not respond: nothing listens there (connection refused).\n',
  });
});

test('waits for the server with --wait', async () => {
  let isReady = false;
  const url = await serving((request) => {
    if (isReady) return withFixtures(request);
    isReady = true;
    return { status: 503, headers: {}, body: '' };
  });
  const { code, stderr } = await run([url, '--wait', '08', ...only], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Waiting up to 8 s for ${url}: it returns 503.\n` });
});

test('exits with 2 if the server is not ready in time', async () => {
  const { code, stdout, stderr } = await run(['http://127.0.0.1:1', '--wait', '1'], env);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `Waiting up to 1 s for http://127.0.0.1:1: nothing listens there (connection refused).
cost-contract verify: http://127.0.0.1:1 is not ready after 1 s: nothing listens there (connection refused).
`,
  });
});

test('exits with 3 and names the missing fixture if a check is blocked', async () => {
  const url = await serving(conforming);
  const { code, stdout } = await run([url, '--only', 'audits.lines-add-up', '--api-key', keys[0] as string]);
  expect(stdout).toContain('give audit_id with --fixtures');
  expect(code).toBe(3);
});

test('writes no API key to the JSON report', async () => {
  const url = await serving(withFixtures);
  const args = keys.flatMap((key) => ['--api-key', key]);
  const { stdout } = await run([url, ...only, ...args, '--reporter', 'json']);
  for (const key of keys) expect(stdout).not.toContain(key);
  expect(JSON.parse(stdout)).toMatchObject({
    target: url,
    contract_version: expect.any(String),
    suite_version: expect.any(String),
    profile: 'standard',
    summary: { failed: 0, blocked: 0, errored: 0 },
  });
});

test('writes the last report to --output and the other to standard output', async () => {
  const output = join(await folder(), 'report.xml');
  const url = await serving(withFixtures);
  const { stdout } = await run(
    [url, ...only, '--reporter', 'pretty', '--reporter', 'junit', '--output', output],
    { COST_CONTRACT_API_KEYS: keys.join(',') },
  );
  expect(stdout).toContain('CONFORMS');
  expect(await readFile(output, 'utf8')).toContain('<testsuites name="Conformance of http:');
});

test('writes each report to its file, creates the folder, and prints where the reports are', async () => {
  const [url, path] = [await serving(withFixtures), await folder()];
  const files = ['json', 'markdown'].map((name) => [name, join(path, 'reports', name)] as const);
  const { code, stdout, stderr } = await run(
    [url, ...only, ...files.flatMap(([name, file]) => ['--reporter', `${name}=${file}`])],
    env,
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(`CONFORMS: no violations found. Written to ${files[0]?.[1]}, `);
  expect(JSON.parse(await readFile(files[0]?.[1] ?? '', 'utf8')).summary.failed).toBe(0);
  expect(await readFile(files[1]?.[1] ?? '', 'utf8')).toContain('CONFORMS');
});

test('rejects a file that cannot be written before it sends a request', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--reporter', 'json=package.json/report.json']);
  expect(stderr).toContain('Cannot write package.json/report.json');
  expect(code).toBe(2);
});

test('accepts a drafted waiver once it has a reason', async () => {
  const [url, path] = [await serving(faulty), await folder()];
  const file = join(path, 'waivers.yaml');
  expect((await run([url, ...only, '--write-waivers', file], env)).code).toBe(1);

  const rejected = await run([url, ...only, '--waivers', file], env);
  expect(rejected.stderr).toContain(`${file}:7: \`reason\` is 'TODO'; state why`);
  expect(rejected.code).toBe(2);

  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('TODO', 'The gateway is old.'));
  const waived = await run([url, ...only, '--waivers', file], env);
  expect(waived.stdout).toContain('The gateway is old.');
  expect(waived.code).toBe(0);

  const fixed = await run([await serving(withFixtures), ...only, '--waivers', file], env);
  expect(fixed.stdout).toContain('STALE WAIVERS');
  expect(fixed.code).toBe(1);
});

test('runs only what failed in an earlier report, and prints the command for it', async () => {
  const [url, path] = [await serving(faulty), await folder()];
  const report = join(path, 'the report.json');
  const first = await run([url, ...only, '--reporter', `json=${report}`], env);
  expect(first.stderr).toContain(
    `Run only what failed or was blocked: cost-contract verify ${url} --last-failed '${report}'\n`,
  );
  const named = ({ status, id, operation }: Record<string, unknown>) => `${status} ${id} ${operation}`;
  const failures = JSON.parse(await readFile(report, 'utf8')).results.filter(
    ({ status }: Record<string, unknown>) => status === 'failed' || status === 'blocked',
  );
  const again = await run([url, '--last-failed', report, '--reporter', 'json'], env);
  expect([first.code, again.code]).toEqual([1, 1]);
  expect(JSON.parse(again.stdout).results.map(named)).toEqual(failures.map(named));

  const fixed = await run([await serving(withFixtures), '--last-failed', report], env);
  expect([fixed.code, fixed.stderr]).toEqual([0, '']);
  expect(fixed.stdout).toMatch(/: \d+ passed/);
});

const bill = 'docs/examples/bill/costs.csv';

test('prints the options that determine what fails with the command', async () => {
  const [url, report] = [await serving(faulty), join(await folder(), 'report.json')];
  const judgedBy = [
    ...['--profile', 'strict', '--data', bill, '--provider-id', 'Provider A=provider_a'],
    ...['--allow-repeated-rows', '--newest-file-wins', '--allow-writes'],
  ];
  const { stderr } = await run([url, ...only, ...judgedBy, '--reporter', `json=${report}`], env);
  const words = judgedBy.join(' ').replace('Provider A=provider_a', "'$&'");
  expect(stderr).toContain(`cost-contract verify ${url} ${words} --last-failed ${report}\n`);
});

test('prints no command to repeat a run that judged nothing', async () => {
  const url = await serving(withFixtures);
  const report = join(await folder(), 'report.json');
  const other = ['--data', bill, '--provider-id', 'Provider A=provider_c', '--only', 'bill.inventory-*'];
  const options = [...other, '--reporter', `json=${report}`];
  const { code, stderr } = await run([url, ...options], env);
  expect(stderr).toContain('INCOMPLETE: no selected check applies.');
  expect(stderr).not.toContain('Run only');
  expect(code).toBe(3);
});

test.each([
  [
    'a report without failures',
    '{"results":[{"id":"providers.ids-are-unique","status":"passed"}]}',
    'No check failed',
  ],
  ['another JSON file', '{"results":1}', 'is not a JSON report of verify'],
  ['a file that is not JSON', '<html>', 'is not a JSON report of verify'],
  [
    'checks of another suite',
    '{"results":[{"id":"old.check","status":"failed","operation":null}]}',
    'No check is left',
  ],
])('rejects %s as --last-failed', async (_, text, problem) => {
  const file = join(await folder(), 'report.json');
  await writeFile(file, text);
  const { code, stderr } = await run([await serving(withFixtures), '--last-failed', file], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});

test('does not overwrite a file with a draft', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--write-waivers', 'package.json']);
  expect(stderr).toContain('package.json already exists');
  expect(code).toBe(2);
});

test('exits with 2 if the waivers cannot be read', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--waivers', 'package.json.none'], env);
  expect(stderr).toContain('Cannot read the waivers. File package.json.none does not exist.');
  expect(code).toBe(2);
});

test('prints the plan of a dry run', async () => {
  const url = await serving(withFixtures);
  const { code, stdout } = await run([url, ...only, '--plan'], { COST_CONTRACT_API_KEYS: keys.join(',') });
  expect(stdout).toContain('Nothing is missing.');
  expect(stdout).toMatch(
    /^At most \d+ requests: \d+ with the first API key, \d+ with the second, \d+ without a valid one\.$/m,
  );
  expect(stdout).toMatch(/^About \d+ s, at \d+ ms per response as measured now\.$/m);
  expect(code).toBe(0);
});

test('writes a line for a wait if standard error is not a terminal', async () => {
  let refusals = 0;
  const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Later.', details: null };
  const url = await serving((request) => {
    if (request.path !== '/api/v1/commitments' || refusals > 0) return withFixtures(request);
    refusals += 1;
    const headers = { 'content-type': 'application/json', 'retry-after': '1' };
    return { status: 429, headers, body: JSON.stringify({ success: false, error }) };
  });
  const { stderr } = await run([url, '--only', 'providers.*'], env);
  expect(stderr).toBe('waiting 1 s for the rate limit of the first API key (600 requests per minute)\n');
});

test.each([
  [[], "Give the server's URL, as an argument or as url in the file of --config."],
  [['http://a', 'http://b'], "Too many arguments for 'verify'. Expected 1 argument but got 2."],
  [['http://a', '--profile', 'lax'], 'Allowed choices are standard, strict, read-only.'],
  [
    ['http://a', '--reporter', 'xml'],
    "Unknown reporter 'xml'. Use pretty, html, markdown, json, junit, ctrf or github.",
  ],
  [['http://a', '--reporter', 'json='], "--reporter json= has no file name after '='."],
  [
    ['http://a', '--reporter', 'json', '--reporter', 'pretty'],
    'Only one report can be written to standard output',
  ],
  [['http://a', '--reporter', 'json=a', '--output', 'b'], '--output is not used'],
  [['http://a', '--output', 'src'], 'Cannot write src: it is a folder.'],
  [
    ['http://a', '--timeout', 'soon'],
    "'--timeout <seconds>' argument 'soon' is invalid. Give a number greater than 0.",
  ],
  [['http://a', '--receiver-url', 'a'], 'Give a URL that starts with http:// or https://.'],
  [['http://a', '--receiver-url', 'http://b:c@d'], 'Give a URL without a user name and password'],
  [['http://a', '--bail', '0'], 'Give an integer of at least 1.'],
  [['http://a', '--group-by', 'tag'], 'Allowed choices are check, operation.'],
])('rejects %j with a message', async (args, message) => {
  const { code, stdout, stderr } = await run(args);
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test.each([
  [['--api-key', 'a_long_enough_key', '--api-key', 'geheim'], {}, 'API key 2 (--api-key)'],
  [[], { COST_CONTRACT_API_KEYS: 'geheim' }, 'API key 1 (COST_CONTRACT_API_KEYS)'],
] as const)(
  'rejects a key that is too short to redact, and names its source: %j',
  async (args, env, name) => {
    const { code, stdout, stderr } = await run(['http://127.0.0.1:1', ...args], { ...env });
    expect(stderr).toContain(`${name} is shorter than 8 characters`);
    expect({ code, stdout, hasKey: stderr.includes('geheim') }).toEqual({
      code: 2,
      stdout: '',
      hasKey: false,
    });
  },
);

test('stops after the first failed check with --bail', async () => {
  const url = await serving(faulty);
  const { code, stdout } = await run([url, '--bail', '--skip', 'limits.*'], env);
  expect(stdout).toMatch(
    /Note: The run was stopped after 1 failed check \(--bail\)\. \d+ of \d+ checks were not run/,
  );
  expect(code).toBe(1);
});

test('groups failures by operation, prints everything, and names the file with the full report', async () => {
  const url = await serving(faulty);
  const html = join(await folder(), 'report.html');
  const grouped = await run(
    [url, ...only, '--group-by', 'operation', '--reporter', `html=${html}`, '--reporter', 'pretty'],
    env,
  );
  expect(grouped.stdout).toContain('✗ FAILED listProviders GET /api/v1/providers\n');
  expect(grouped.stdout).toContain(`Full report: ${html}\n`);
  const whole = await run([url, ...only, '--verbose'], env);
  expect(whole.stdout).toContain('waive as fp-');
  expect(whole.stdout).not.toContain('Full report');
});

test('exits with 2 if the fixtures cannot be read', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--fixtures', 'package.json.none']);
  expect(stderr).toContain('Cannot read the fixtures. File package.json.none does not exist.');
  expect(code).toBe(2);
});

test('checks only the operations in scope', async () => {
  const url = await serving(faulty);
  const args = ['--operation', 'getCostForecast', '--only', 'envelope.*'];
  const { code, stdout } = await run([url, ...args], env);
  expect(stdout).toContain('Note: 1 of 34 operations is in scope');
  expect({ code, hasOthers: stdout.includes('listProviders') }).toEqual({ code: 0, hasOthers: false });
});

test('exits with 1 if operations are missing, and with 0 with --allow-missing', async () => {
  const url = await serving((request) =>
    withFixtures({ ...request, path: request.path.replace('/forecast', '/nothing') }),
  );
  const args = [url, '--tag', 'costs', '--exclude-path', '/api/v1/providers/**', '--only', 'operations.*'];
  const refused = await run(args, env);
  expect(refused.stdout).toContain('getCostForecast is not implemented.');
  expect(refused.stdout).toContain('While you build the others, add --allow-missing.');
  expect(refused.code).toBe(1);
  const { code, stdout } = await run([...args, '--allow-missing'], env);
  expect(stdout).not.toContain('While you build');
  expect(stdout).toContain('0 of 1 operations are implemented.');
  expect(code).toBe(0);
});

test.each([
  [['--operation', 'listProvider'], "Unknown operation 'listProvider'. Did you mean 'listProviders'?"],
  [['--exclude-tag', 'provider'], "Unknown tag 'provider'. Did you mean 'providers'?"],
  [['--path', '/providers'], "No path matches '/providers'."],
  [['--tag', 'tags', '--exclude-tag', 'tags'], 'No operation is in scope'],
])('rejects the scope %j with a suggestion', async (args, message) => {
  const { code, stdout, stderr } = await run(['http://127.0.0.1:9', ...args], env);
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
