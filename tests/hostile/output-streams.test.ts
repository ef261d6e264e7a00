import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, startCli } from '../support/command/cli.js';
import {
  withFixtures as conforming,
  env,
  keys,
  only,
  faulty as violating,
} from '../support/command/verify-servers.js';
import type { Handler } from '../support/serve.js';
import { serving } from '../support/serving.js';
import { providersResponse } from '../support/suite/har-fixture.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const isWhole = {
  json: (text: string) => JSON.parse(text).summary.failed > 0,
  html: (text: string) => text.endsWith('</html>\n'),
  junit: (text: string) => text.endsWith('</testsuites>\n'),
};

test.each(['head -c 50', 'true'])(
  'a closed standard output (%s) does not change the exit code or truncate reports',
  async (reader) => {
    const [url, path] = [await serving(violating), temporaryFolder('outputs')];
    const files = { html: join(path, 'r.html'), junit: join(path, 'r.xml') };
    const { stderr, code } = await runCli(
      [
        ...['verify', url, ...only, '--reporter', 'json'],
        ...Object.entries(files).flatMap(([name, file]) => ['--reporter', `${name}=${file}`]),
      ],
      { env, prepare: `PROGRAM | ${reader} > /dev/null; exit \${PIPESTATUS[0]}` },
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(isWhole.html(await readFile(files.html, 'utf8'))).toBe(true);
    expect(isWhole.junit(await readFile(files.junit, 'utf8'))).toBe(true);
  },
);

test('exits with 2 on a full disk, and writes the other reports', async () => {
  const [url, path] = [await serving(conforming), temporaryFolder('outputs')];
  const file = join(path, 'r.xml');
  const { code, stdout, stderr } = await runCli(
    [
      ...['verify', url, ...only, '--reporter', 'json=/dev/full', '--reporter', 'pretty'],
      ...['--reporter', `junit=${file}`],
    ],
    { env },
  );
  expect(stderr).toBe(
    'cost-contract: could not write /dev/full completely: no space is left on the device.\n',
  );
  expect(stdout).toMatch(/CONFORMS: .+\n$/);
  expect(isWhole.junit(await readFile(file, 'utf8'))).toBe(true);
  expect(code).toBe(2);
});

test('exits with 2 if a report exceeds the file size limit', async () => {
  const [url, path] = [await serving(conforming), temporaryFolder('outputs')];
  const { code, stderr } = await runCli(
    ['verify', url, ...only, '--reporter', `json=${join(path, 'r.json')}`, '--reporter', 'pretty'],
    { env, prepare: 'ulimit -f 4; PROGRAM' },
  );
  expect(stderr).toContain('r.json completely: ');
  expect(code).toBe(2);
});

test.each([
  ['a full disk', 'PROGRAM > /dev/full', 'no space is left on the device'],
  ['a file size limit', 'cd "$FOLDER"; ulimit -f 4; PROGRAM > out', 'the file would be too large'],
])('exits with 2 if standard output fails: %s', async (_name, prepare, why) => {
  const [url, path] = [await serving(violating), temporaryFolder('outputs')];
  const { code, stderr } = await runCli(['verify', url, ...only, '--reporter', 'json'], {
    env: { ...env, FOLDER: path },
    prepare,
  });
  expect(stderr).toBe(`cost-contract: could not write standard output completely: ${why}.\n`);
  expect(code).toBe(2);
});

test('exits with 2 if --write-waivers fails, and prints the report', async () => {
  const [url, path] = [await serving(violating), temporaryFolder('outputs')];
  const { code, stdout, stderr } = await runCli(
    ['verify', url, ...only, '--write-waivers', join(path, 'waivers.yaml')],
    { env, prepare: 'ulimit -f 0; PROGRAM' },
  );
  expect(stdout).toContain('VIOLATES the contract');
  expect(stderr).toContain('waivers.yaml completely: ');
  expect(code).toBe(2);
});

test('data export leaves no file if it exceeds the file size limit', async () => {
  const path = temporaryFolder('outputs');
  const { code, stderr } = await runCli(['data', 'export', '--out', join(path, 'bill.csv')], {
    env,
    prepare: 'ulimit -f 4; PROGRAM',
  });
  expect(stderr).toContain('bill.csv: the file would be too large. Nothing was written.');
  expect(code).toBe(2);
  expect(await readdir(path)).toEqual([]);
});

test('data export stops when its reader has read enough', async () => {
  const prepare = `PROGRAM | head -n 3; exit \${PIPESTATUS[0]}`;
  const { code, stdout } = await runCli(['data', 'export'], { env, prepare });
  expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  expect(code).toBe(0);
});

test.each(['/proc/x/report.json', '/proc/x/y/report.json', '/sys/x/report.json'])(
  'does not run the checks if a report cannot be created at %s',
  async (file) => {
    const { code, stderr } = await runCli(['verify', 'http://127.0.0.1:1', '--reporter', `json=${file}`], {
      env,
    });
    expect(stderr).toContain(`cost-contract verify: Cannot write ${file}: `);
    expect(code).toBe(2);
  },
);

test.each(['--record', '--output'])('does not start the proxy if %s is at /proc/x', async (option) => {
  const { code, stderr } = await runCli(['proxy', 'http://127.0.0.1:1', option, '/proc/x/file']);
  expect(stderr).toContain('Cannot write /proc/x/file: ');
  expect(code).toBe(2);
});

/** Starts the proxy. `read` reads a list through it. */
async function throughProxy(handler: Handler, ...args: readonly string[]) {
  const running = startCli(['proxy', await serving(handler), '--port', '0', ...args]);
  await expect.poll(() => running.output.stdout).toMatch(/\n/);
  const address = running.output.stdout.trim();
  const read = async () => {
    const response = await fetch(`${address}/api/v1/providers`, {
      headers: { authorization: `Bearer ${keys[0]}` },
    });
    return response.text();
  };
  return { ...running, read };
}

const wrong: Handler = () => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"success":"yes"}',
});

test('prints the report of the proxy if the disk of the archive is full', async () => {
  const right: Handler = () => ({ ...(wrong as any)(), body: JSON.stringify(providersResponse) });
  const { read, child, ended } = await throughProxy(right, '--record', '/dev/full');
  await read();
  await read();
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect(stdout).toContain('CONFORMS');
  expect(stderr).toContain('could not write /dev/full completely: no space is left on the device.\n');
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(code).toBe(2);
});

test('does not end the proxy if standard error is closed', async () => {
  const { read, child, ended, output } = await throughProxy(wrong);
  await expect.poll(() => output.stderr).toMatch(/Ctrl-C/);
  child.stderr.destroy();
  expect(await read()).toContain('yes');
  expect(await read()).toContain('yes');
  child.kill('SIGTERM');
  const { code, stdout } = await ended;
  expect(stdout).toContain('VIOLATES the contract');
  expect(code).toBe(1);
});

test('does not end the mock if its output streams are closed', async () => {
  const { child, ended, output } = startCli(['mock', '--port', '0']);
  await expect.poll(() => output.stderr).toMatch(/Try: /);
  child.stdout.destroy();
  child.stderr.destroy();
  const url = output.stdout.trim();
  const { status } = await fetch(`${url}/api/v1/providers`);
  expect(status).toBe(401);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});

test.each([['spec'], ['checks'], ['verify', '--help']])(
  '%s exits with 0 if standard output is closed',
  async (...args) => {
    const { code, stderr } = await runCli(args, { prepare: `PROGRAM | true; exit \${PIPESTATUS[0]}` });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  },
);

test('spec exits with 2 on a full disk', async () => {
  const { code, stderr } = await runCli(['spec'], { prepare: 'PROGRAM > /dev/full' });
  expect(stderr).toBe(
    'cost-contract: could not write standard output completely: no space is left on the device.\n',
  );
  expect(code).toBe(2);
});
