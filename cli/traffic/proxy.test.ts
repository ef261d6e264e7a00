import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectRefusal, runServer } from '../../tests/support/command/command-io.js';
import { serving } from '../../tests/support/serving.js';
import { providersResponse } from '../../tests/support/suite/har-fixture.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const headers = { 'content-type': 'application/json' };
const returning = (body: unknown) => serving(() => ({ status: 200, headers, body: JSON.stringify(body) }));

/** Runs the proxy during `visit`. */
const run = (args: readonly string[], visit?: (url: string) => Promise<unknown>) =>
  runServer(['proxy', ...args], visit);

const read = (url: string) =>
  fetch(`${url}/api/v1/providers`, { headers: { authorization: 'Bearer one_secret_key' } });

test('exits with 0 and a report if the traffic conforms', async () => {
  const target = await returning(providersResponse);
  const { code, stdout, stderr } = await run([target], read);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\nConformance of http/);
  expect(stderr).toBe(`Proxying ${target}. Press Ctrl-C to print the report.\n`);
  expect(code).toBe(0);
});

test('prints a violation immediately and exits with 1', async () => {
  const { code, stdout, stderr } = await run([await returning({ success: 'yes' })], read);
  expect(stderr).toContain(
    '✗ envelope.success-is-boolean in listProviders: `success` is not a boolean.\n    expected  true or false\n    actual    "yes"\n    seen in   GET http',
  );
  expect(stdout).toContain('VIOLATES the contract');
  expect(code).toBe(1);
});

test('forwards requests that are out of scope without checking them', async () => {
  const target = await returning({ success: 'yes' });
  const { code, stderr } = await run([target, '--exclude-tag', 'providers'], read);
  expect(stderr).not.toContain('✗');
  expect(stderr).toContain('No response of the API passed through the proxy');
  expect(code).toBe(2);
});

test('writes the exchanges to an archive without API keys', async () => {
  const folder = temporaryFolder('proxy');
  const file = join(folder, 'trip.har');
  await run([await returning(providersResponse), '--record', file], read);
  const har = await readFile(file, 'utf8');
  expect(JSON.parse(har).log.entries).toHaveLength(1);
  expect(har).not.toContain('one_secret_key');
});

test('exits with 2 if there was no traffic', async () => {
  const { code, stderr } = await run([await returning(providersResponse)]);
  expect(stderr).toContain('No response of the API passed through the proxy');
  expect(code).toBe(2);
});

test.each([
  [[], "Give the server's URL, as an argument or as url in the file of --config."],
  [['http://127.0.0.1:1/api/v1'], 'Write http://127.0.0.1:1\n'],
  [['http://127.0.0.1:1', '--profile', 'read-only'], 'Allowed choices are standard, strict.'],
])('rejects %j with a message', async (args, message) => {
  expectRefusal(await run(args), message);
});
