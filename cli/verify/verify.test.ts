import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { expectRefusal } from '../../tests/support/command/command-io.js';
import {
  conforming,
  env,
  faulty,
  folder,
  keys,
  only,
  run,
  withFixtures,
} from '../../tests/support/command/verify-servers.js';
import { serving } from '../../tests/support/serving.js';

test('exits with 0 if the server conforms', async () => {
  const url = await serving(withFixtures);
  const { code, stdout, stderr } = await run([url, ...only], env);
  expect(stdout).toContain('CONFORMS');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('exits with 1 and reports how to reproduce the failure if the server violates the contract', async () => {
  const url = await serving(faulty);
  const { code, stdout } = await run([url, ...only], env);
  expect(stdout).toContain(
    `reproduce curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" '${url}/api/v1/providers'`,
  );
  expect(code).toBe(1);
});

test('exits with 2 and one line if nothing listens at the URL', async () => {
  expectRefusal(
    await run(['http://127.0.0.1:1', '--api-key', 'a_test_key']),
    /^cost-contract verify: http:\S+ does not respond: nothing listens there \(connection refused\)\.\n$/,
  );
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

test('accepts a drafted waiver once it has a reason', async () => {
  const [url, path] = [await serving(faulty), await folder()];
  const file = join(path, 'waivers.yaml');
  expect((await run([url, ...only, '--write-waivers', file], env)).code).toBe(1);

  const rejected = await run([url, ...only, '--waivers', file], env);
  expect(rejected.stderr).toContain(`${file}:8: \`reason\` is 'TODO'; state why`);
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
    `Run only what failed or was blocked: npx cloud-cost-contract verify ${url} --last-failed '${report}'\n`,
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
  expectRefusal(await run([await serving(withFixtures), '--last-failed', file], env), problem);
});

test('prints the plan of a dry run', async () => {
  const url = await serving(withFixtures);
  const { code, stdout } = await run([url, ...only, '--plan'], env);
  expect(stdout).toContain('Nothing is missing.');
  expect(stdout).toMatch(
    /^At most \d+ requests: \d+ with the first API key, \d+ with the second, \d+ without a valid one\.$/m,
  );
  expect(stdout).toMatch(/^About \d+ s, at \d+ ms per response as measured now\.$/m);
  expect(code).toBe(0);
});

test('prints the duration of a paced run in the plan', async () => {
  const url = await serving(withFixtures);
  const { code, stdout } = await run([url, ...only, '--plan', '--rate', '6000'], env);
  expect(stdout).toMatch(/^At least \d+ s because of --rate, 6000 requests per minute and key\.$/m);
  expect(code).toBe(0);
});

test('checks only the operations in scope', async () => {
  const url = await serving(faulty);
  const args = ['--operation', 'getCostForecast', '--only', 'envelope.*'];
  const { code, stdout } = await run([url, ...args], env);
  expect(stdout).toContain(`Note: 1 of ${operations.length} operations is in scope`);
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
  expect(stdout).toContain('CONFORMS: no violations found, but no operation is implemented.');
  expect(code).toBe(0);
});

test.each([
  [['--write-waivers', 'package.json'], 'package.json already exists'],
  [['--waivers', 'none.yaml'], 'Cannot read the waivers. File none.yaml does not exist.'],
  [['--fixtures', 'none.json'], 'Cannot read the fixtures. File none.json does not exist.'],
  [['--operation', 'listProvider'], "Unknown operation 'listProvider'. Did you mean 'listProviders'?"],
  [['--exclude-tag', 'provider'], "Unknown tag 'provider'. Did you mean 'providers'?"],
  [['--path', '/providers'], "No path matches '/providers'."],
  [['--tag', 'tags', '--exclude-tag', 'tags'], 'No operation is in scope'],
])('rejects %j', async (args, message) => {
  expectRefusal(await run(['http://127.0.0.1:9', ...args], env), message);
});
