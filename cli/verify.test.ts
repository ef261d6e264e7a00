import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createIndependentServer,
  independentFixtures,
} from '../tests/independent/typescript/independent-server.js';
import { runCommand } from '../tests/support/command-io.js';
import type { Handler } from '../tests/support/serve.js';
import { serving } from '../tests/support/serving.js';

const keys = ['one_test_caller', 'one_test_second_caller'];
const right = createIndependentServer({ keys });

/** The server that keeps the contract, with fixtures of its own. */
const offering: Handler = (request) =>
  request.path === '/.well-known/cost-contract.json'
    ? { status: 200, headers: {}, body: JSON.stringify(independentFixtures) }
    : right(request);

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(['verify', ...args], { env });

const only = ['--only', 'providers.*', '--only', 'envelope.error-has-details'];

/** A server that answers `data` as an object where the contract has a list. */
const wrong: Handler = async (request) => {
  const answer = await offering(request);
  return request.path === '/api/v1/providers'
    ? { ...answer, body: answer.body.replace('[', '{"items":[').replace(']', ']}') }
    : answer;
};

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'verify-'));
  cleanUps.push(() => rm(path, { recursive: true }));
  return path;
}

const env = { COST_CONTRACT_API_KEYS: keys.join(',') };

test('a server that keeps the contract ends with 0', async () => {
  const url = await serving(offering);
  const { code, stdout, stderr } = await run([url, ...only], { COST_CONTRACT_API_KEYS: keys.join(',') });
  expect(stdout).toContain('CONFORMS');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a server that breaks it ends with 1, and the report says how to repeat the failure', async () => {
  const url = await serving(wrong);
  const { code, stdout } = await run([url, ...only], { COST_CONTRACT_API_KEYS: keys.join(',') });
  expect(stdout).toContain(
    `repeat    curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" '${url}/api/v1/providers'`,
  );
  expect(code).toBe(1);
});

test('where nothing listens it ends with 2 and one line', async () => {
  const { code, stdout, stderr } = await run(['http://127.0.0.1:1', '--api-key', 'a_test_key']);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'cost-contract verify: http://127.0.0.1:1 does not answer: nothing listens there (connection refused).\n',
  });
});

test('without what it needs it ends with 3 and says what is missing', async () => {
  const url = await serving(right);
  const { code, stdout } = await run([url, '--only', 'audits.lines-add-up', '--api-key', keys[0] as string]);
  expect(stdout).toContain('give audit_id with --fixtures');
  expect(code).toBe(3);
});

test('the JSON report has no API key in it', async () => {
  const url = await serving(offering);
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

test('--output takes the last report, and another goes to standard output', async () => {
  const output = join(await folder(), 'report.xml');
  const url = await serving(offering);
  const { stdout } = await run(
    [url, ...only, '--reporter', 'pretty', '--reporter', 'junit', '--output', output],
    { COST_CONTRACT_API_KEYS: keys.join(',') },
  );
  expect(stdout).toContain('CONFORMS');
  expect(await readFile(output, 'utf8')).toContain('<testsuites name="Conformance of http:');
});

test('each report goes to its own file, in a folder that is made, and one line says so', async () => {
  const [url, path] = [await serving(offering), await folder()];
  const files = ['json', 'markdown'].map((name) => [name, join(path, 'reports', name)] as const);
  const { code, stdout, stderr } = await run(
    [url, ...only, ...files.flatMap(([name, file]) => ['--reporter', `${name}=${file}`])],
    env,
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(`CONFORMS: nothing breaks the contract. Written to ${files[0]?.[1]}, `);
  expect(JSON.parse(await readFile(files[0]?.[1] ?? '', 'utf8')).summary.failed).toBe(0);
  expect(await readFile(files[1]?.[1] ?? '', 'utf8')).toContain('CONFORMS');
});

test('a file that cannot be written is told before anything is sent', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--reporter', 'json=package.json/report.json']);
  expect(stderr).toContain('package.json/report.json cannot be written');
  expect(code).toBe(2);
});

test('what fails can be waived by a draft, once each entry has its reason', async () => {
  const [url, path] = [await serving(wrong), await folder()];
  const file = join(path, 'waivers.yaml');
  expect((await run([url, ...only, '--write-waivers', file], env)).code).toBe(1);

  const refused = await run([url, ...only, '--waivers', file], env);
  expect(refused.stderr).toContain(`${file}:7: say in reason why this failure is accepted`);
  expect(refused.code).toBe(2);

  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('TODO', 'The gateway is old.'));
  const waived = await run([url, ...only, '--waivers', file], env);
  expect(waived.stdout).toContain('The gateway is old.');
  expect(waived.code).toBe(0);

  const mended = await run([await serving(offering), ...only, '--waivers', file], env);
  expect(mended.stdout).toContain('STALE WAIVERS');
  expect(mended.code).toBe(1);
});

test('a draft overwrites nothing', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--write-waivers', 'package.json']);
  expect(stderr).toContain('package.json is there already');
  expect(code).toBe(2);
});

test('waivers that cannot be read end with 2', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--waivers', 'package.json.none'], env);
  expect(stderr).toContain('The waivers cannot be read. There is no file package.json.none.');
  expect(code).toBe(2);
});

test('a plan is told without judging', async () => {
  const url = await serving(offering);
  const { code, stdout } = await run([url, ...only, '--plan'], { COST_CONTRACT_API_KEYS: keys.join(',') });
  expect(stdout).toContain('Nothing is missing.');
  expect(code).toBe(0);
});

test.each([
  [[], "Give the server's URL, as an argument or as url in a configuration file."],
  [['http://a', 'http://b'], "Too many arguments for 'verify'. Expected 1 argument but got 2."],
  [['http://a', '--profile', 'lax'], 'Allowed choices are standard, strict, read-only.'],
  [
    ['http://a', '--reporter', 'xml'],
    '--reporter is pretty, html, markdown, json, junit or github, not xml.',
  ],
  [['http://a', '--reporter', 'json='], '--reporter json= names no file behind the =.'],
  [['http://a', '--reporter', 'json', '--reporter', 'pretty'], 'Only one report can go to standard output'],
  [['http://a', '--reporter', 'json=a', '--output', 'b'], '--output has no report left to write'],
  [['http://a', '--output', 'src'], 'src cannot be written: it is a folder.'],
  [
    ['http://a', '--timeout', 'soon'],
    "'--timeout <seconds>' argument 'soon' is invalid. Give a number above 0.",
  ],
  [['http://a', '--receiver-url', 'a'], 'Give a URL that begins with http:// or https://.'],
])('%j is refused in words', async (args, words) => {
  const { code, stdout, stderr } = await run(args);
  expect(stderr).toContain(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('fixtures that are not JSON end with 2', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1', '--fixtures', 'package.json.none']);
  expect(stderr).toContain('The fixtures cannot be read. There is no file package.json.none.');
  expect(code).toBe(2);
});

test('a scope judges only its operations, and ends with 0', async () => {
  const url = await serving(wrong);
  const args = ['--operation', 'getCostForecast', '--only', 'envelope.*'];
  const { code, stdout } = await run([url, ...args], env);
  expect(stdout).toContain('Note: 1 of 34 operations are in scope');
  expect({ code, hasOthers: stdout.includes('listProviders') }).toEqual({ code: 0, hasOthers: false });
});

test('operations that are missing end with 1, and with 0 where they may be', async () => {
  const url = await serving((request) =>
    offering({ ...request, path: request.path.replace('/forecast', '/nothing') }),
  );
  const args = [url, '--tag', 'costs', '--exclude-path', '/api/v1/providers/**', '--only', 'operations.*'];
  const refused = await run(args, env);
  expect(refused.stdout).toContain('getCostForecast is not implemented.');
  expect(refused.code).toBe(1);
  const { code, stdout } = await run([...args, '--allow-missing'], env);
  expect(stdout).toContain('0 of 1 operations are implemented.');
  expect(code).toBe(0);
});

test.each([
  [['--operation', 'listProvider'], "Unknown operation 'listProvider'. Did you mean 'listProviders'?"],
  [['--exclude-tag', 'provider'], "Unknown tag 'provider'. Did you mean 'providers'?"],
  [['--path', '/providers'], "No path matches '/providers'."],
  [['--tag', 'tags', '--exclude-tag', 'tags'], 'No operation is in scope'],
])('the scope %j ends with 2 and a suggestion', async (args, words) => {
  const { code, stdout, stderr } = await run(['http://127.0.0.1:9', ...args], env);
  expect(stderr).toContain(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
