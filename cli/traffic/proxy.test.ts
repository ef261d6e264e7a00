import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runServer } from '../../tests/support/command/command-io.js';
import { serve } from '../../tests/support/serve.js';
import { providersResponse } from '../../tests/support/suite/har-fixture.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function serving(body: unknown): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const { url, close } = await serve(() => ({ status: 200, headers, body: JSON.stringify(body) }));
  cleanUps.push(close);
  return url;
}

/** Runs the proxy during `visit`. */
const run = (args: readonly string[], visit?: (url: string) => Promise<unknown>) =>
  runServer(['proxy', ...args], visit);

const read = (url: string) =>
  fetch(`${url}/api/v1/providers`, { headers: { authorization: 'Bearer one_secret_key' } });

test('exits with 0 and a report if the traffic conforms', async () => {
  const target = await serving(providersResponse);
  const { code, stdout, stderr } = await run([target], read);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\nConformance of http/);
  expect(stderr).toBe(`Proxying ${target}. Press Ctrl-C to print the report.\n`);
  expect(code).toBe(0);
});

test('prints a violation immediately and exits with 1', async () => {
  const { code, stdout, stderr } = await run([await serving({ success: 'yes' })], read);
  expect(stderr).toContain(
    '✗ envelope.success-is-boolean in listProviders: `success` is not a boolean.\n    expected  true or false\n    actual    "yes"\n    seen in   GET http',
  );
  expect(stdout).toContain('VIOLATES the contract');
  expect(code).toBe(1);
});

test('forwards requests that are out of scope without checking them', async () => {
  const target = await serving({ success: 'yes' });
  const { code, stderr } = await run([target, '--exclude-tag', 'providers'], read);
  expect(stderr).not.toContain('✗');
  expect(stderr).toContain('No response of the API passed through the proxy');
  expect(code).toBe(2);
});

test('writes the exchanges to an archive without API keys', async () => {
  const folder = temporaryFolder('proxy');
  const file = join(folder, 'trip.har');
  await run([await serving(providersResponse), '--record', file], read);
  const har = await readFile(file, 'utf8');
  expect(JSON.parse(har).log.entries).toHaveLength(1);
  expect(har).not.toContain('one_secret_key');
});

test('exits with 2 if there was no traffic', async () => {
  const { code, stderr } = await run([await serving(providersResponse)]);
  expect(stderr).toContain('No response of the API passed through the proxy');
  expect(code).toBe(2);
});

test('exits with 2 and a suggestion if the URL contains /api/v1', async () => {
  const { code, stderr } = await run(['http://127.0.0.1:1/api/v1']);
  expect(stderr).toContain('Write http://127.0.0.1:1\n');
  expect(code).toBe(2);
});

test.each([
  [[], "Give the server's URL, as an argument or as url in the file of --config."],
  [['http://127.0.0.1:1', '--profile', 'read-only'], 'Allowed choices are standard, strict.'],
])('rejects %j with a message', async (args, message) => {
  const { code, stdout, stderr } = await run(args);
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
