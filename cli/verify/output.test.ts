import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectRefusal } from '../../tests/support/command/command-io.js';
import {
  env,
  faulty,
  folder,
  keys,
  only,
  run,
  withFixtures,
} from '../../tests/support/command/verify-servers.js';
import { serving } from '../../tests/support/serving.js';

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
    env,
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
  [['http://a', '--reporter', 'json=package.json/report.json'], 'Cannot write package.json/report.json'],
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
  expectRefusal(await run(args), message);
});

test.each([
  [['--api-key', 'a_long_enough_key', '--api-key', 'geheim'], {}, 'API key 2 (--api-key)'],
  [[], { COST_CONTRACT_API_KEYS: 'geheim' }, 'API key 1 (COST_CONTRACT_API_KEYS)'],
] as const)(
  'rejects a key that is too short to redact, and names its source: %j',
  async (args, env, name) => {
    const refused = await run(['http://127.0.0.1:1', ...args], { ...env });
    expectRefusal(refused, `${name} is shorter than 8 characters`);
    expect(refused.stderr).not.toContain('geheim');
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
