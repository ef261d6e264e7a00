import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../tests/support/command-io.js';
import { aHar, base } from '../tests/support/har-fixture.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'traffic-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(har: string, ...args: readonly string[]) {
  const file = join(folder, 'trip.har');
  await writeFile(file, har);
  return runCommand(['check-traffic', file, ...args]);
}

test('right traffic ends with 0 and says what was judged', async () => {
  const { code, stdout, stderr } = await run(aHar({}));
  expect(stdout).toContain(`Conformance of ${base}`);
  expect(stdout).toContain('Judged 1 answer');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('wrong traffic ends with 1, in every kind of report', async () => {
  const output = join(folder, 'report.json');
  const har = aHar({ answer: '{"success":"yes"}' });
  const { code, stdout } = await run(har, '--reporter', 'pretty', '--reporter', `json=${output}`);
  expect(stdout).toContain('✗ FAILED envelope.success-is-boolean');
  expect(code).toBe(1);
});

test('a file without content ends with 2 and says how to record', async () => {
  const { code, stdout, stderr } = await run(aHar({ content: { size: 5 } }));
  expect(stderr).toMatch(
    /^cost-contract check-traffic: .*trip\.har holds 1 answers? .* record with content\.\n$/,
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('a body in a file beside the archive is read', async () => {
  await writeFile(join(folder, 'body.json'), '{"success":"yes"}');
  const { code } = await run(aHar({ content: { size: 17, _file: 'body.json' } }));
  expect(code).toBe(1);
});

test('only the checks that were asked for are judged by', async () => {
  const { code, stdout } = await run(aHar({ answer: '{"success":"yes"}' }), '--only', 'pagination.*');
  expect(stdout).not.toContain('envelope.');
  expect(code).toBe(0);
});

test('what is out of scope is counted and not judged', async () => {
  const commitments = { url: `${base}/api/v1/commitments`, answer: '{"success":"yes"}' };
  const { code, stdout } = await run(aHar({}, commitments), '--tag', 'providers');
  expect(stdout).toContain('Not judged: 1 exchange was with operations out of scope.');
  expect({ code, hasOthers: stdout.includes('listCommitments') }).toEqual({ code: 0, hasOthers: false });
});

test('an archive of operations out of scope alone ends with 2', async () => {
  const { code, stderr } = await run(aHar({}), '--operation', 'listCommitments');
  expect(stderr).toContain('holds only operations that are out of scope.');
  expect(code).toBe(2);
});

test.each([
  [['--exclude-operation', 'listProvider'], "Did you mean 'listProviders'?"],
  [['--profile', 'read-only'], 'Allowed choices are standard, strict.'],
  [['--base-url', 'example.com'], 'Give a URL that begins with http:// or https://.'],
  [['another.har'], 'Too many arguments'],
])('%j is refused in words', async (args, words) => {
  const { code, stdout, stderr } = await run(aHar({}), ...args);
  expect(stderr).toContain(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
