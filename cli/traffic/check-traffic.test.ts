import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectRefusal, runCommand } from '../../tests/support/command/command-io.js';
import { aHar, base } from '../../tests/support/suite/har-fixture.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const folder = temporaryFolder('traffic');

async function run(har: string, ...args: readonly string[]) {
  const file = join(folder, 'trip.har');
  await writeFile(file, har);
  return runCommand(['check-traffic', file, ...args]);
}

test('exits with 0 and reports how many responses were checked if the traffic conforms', async () => {
  const { code, stdout, stderr } = await run(aHar({}));
  expect(stdout).toContain(`Conformance of ${base}`);
  expect(stdout).toContain('Checked 1 response');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('exits with 1 and writes every report if the traffic violates the contract', async () => {
  const output = join(folder, 'report.json');
  const har = aHar({ responseBody: '{"success":"yes"}' });
  const { code, stdout } = await run(har, '--reporter', 'pretty', '--reporter', `json=${output}`);
  expect(stdout).toContain('✗ FAILED envelope.success-is-boolean');
  expect(code).toBe(1);
});

test('exits with 3 and explains how to record if the archive has no bodies', async () => {
  const { code, stdout } = await run(aHar({ content: { size: 5 } }));
  expect(stdout).toContain(
    'Not checked: 1 exchange recorded without the response body. Record with content.',
  );
  expect(code).toBe(3);
});

test('reports progress every few seconds', async () => {
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
  onTestFinished(() => clock.mockRestore());
  const { stderr } = await run(aHar(...Array.from({ length: 12 }, () => ({}))));
  const lines = stderr.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^Checked \d+ of 12 exchanges\.$/);
  expect(lines.length).toBeLessThan(6);
});

test('reads a body from a separate file in the folder of the archive', async () => {
  await writeFile(join(folder, 'body.json'), '{"success":"yes"}');
  const { code } = await run(aHar({ content: { size: 17, _file: 'body.json' } }));
  expect(code).toBe(1);
});

test('reads a body from a folder below that of the archive', async () => {
  await mkdir(join(folder, 'bodies'), { recursive: true });
  await writeFile(join(folder, 'bodies', 'body.json'), '{"success":"yes"}');
  const { code } = await run(aHar({ content: { size: 17, _file: 'bodies/body.json' } }));
  expect(code).toBe(1);
});

test('reads no body from outside the folder of the archive', async () => {
  const outside = temporaryFolder('outside');
  await writeFile(join(outside, 'body.json'), '{"success":"yes"}');
  await symlink(outside, join(folder, 'linked'));
  await symlink(join(outside, 'body.json'), join(folder, 'link.json'));
  const names = [
    'linked/body.json',
    'link.json',
    join(outside, 'body.json'),
    '../outside/body.json',
    '..',
    '.',
  ];
  for (const name of [...names, `../${basename(outside)}/body.json`]) {
    expect([name, (await run(aHar({ content: { size: 17, _file: name } }))).code]).toEqual([name, 3]);
  }
});

test('runs only the checks given with --only', async () => {
  const { code, stdout } = await run(aHar({ responseBody: '{"success":"yes"}' }), '--only', 'pagination.*');
  expect(stdout).not.toContain('envelope.');
  expect(code).toBe(0);
});

test('counts exchanges that are out of scope without checking them', async () => {
  const commitments = { url: `${base}/api/v1/commitments`, responseBody: '{"success":"yes"}' };
  const { code, stdout } = await run(aHar({}, commitments), '--tag', 'providers');
  expect(stdout).toContain('Not checked: 1 exchange with operations out of scope.');
  expect({ code, hasOthers: stdout.includes('listCommitments') }).toEqual({ code: 0, hasOthers: false });
});

test.each([
  [['--operation', 'listCommitments'], 'contains only operations that are out of scope.'],
  [['--exclude-operation', 'listProvider'], "Did you mean 'listProviders'?"],
  [['--profile', 'read-only'], 'Allowed choices are standard, strict.'],
  [['--base-url', 'example.com'], 'Give a URL that starts with http:// or https://.'],
  [['another.har'], 'Too many arguments'],
])('rejects %j with a message', async (args, message) => {
  expectRefusal(await run(aHar({}), ...args), message);
});
