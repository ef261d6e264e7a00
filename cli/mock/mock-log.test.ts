import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildPrograms } from '../../tests/support/mock/programs.js';

const programs = await buildPrograms('cli/main.ts');
afterAll(() => programs.remove());

/** Starts the command in a process whose standard error the test reads. */
async function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [programs.path('main'), 'mock', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url };
}

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers: { authorization: 'Bearer ccc_test_caller', ...headers } });
  await response.arrayBuffer();
  return response.status;
};

async function end(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}

const textOf = async (child: ChildProcess) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  await once(child, 'close');
  return text;
};

test('logs each request as a line without colours if standard error is not a terminal', async () => {
  const { child, url } = await start();
  const text = textOf(child);
  await get(`${url}/api/v1/providers`);
  await get(`${url}/api/v1/providers`, { authorization: 'Bearer ccc_test_unknown' });
  expect(await end(child)).toBe(0);
  expect((await text).split('\n').slice(-3)).toEqual([
    expect.stringMatching(/^GET \/api\/v1\/providers 200 \d+(\.\d)? ms$/),
    expect.stringMatching(
      /^GET \/api\/v1\/providers 401 \d+(\.\d)? ms Invalid API key\. Send a valid one as /,
    ),
    '',
  ]);
  expect(await text).not.toContain('ccc_test_unknown');
});

test('logs nothing with --quiet', async () => {
  const { child, url } = await start('--quiet');
  const text = textOf(child);
  await get(`${url}/api/v1/providers`);
  expect(await end(child)).toBe(0);
  expect(await text).toBe('');
});

test('logs an object for each request with --log-format json', async () => {
  const { child, url } = await start('--log-format', 'json');
  const text = textOf(child);
  await get(`${url}/api/v1/providers`);
  await end(child);
  const [last] = (await text).trimEnd().split('\n').slice(-1);
  expect(JSON.parse(last ?? '')).toMatchObject({ status: 200, operation: 'listProviders', headers: {} });
});

/** Sends what fills a pipe with lines of `--verbose`. */
async function fill(url: string): Promise<void> {
  const header = 'x'.repeat(250);
  const headers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, header]));
  for (let sent = 0; sent < 100; sent += 1) {
    expect(await get(`${url}/api/v1/providers`, headers)).toBe(200);
  }
}

test('serves and shuts down while standard error is not read', async () => {
  const { child, url } = await start('--verbose');
  await fill(url);
  expect(await end(child)).toBe(0);
  expect(await textOf(child)).toContain('GET /api/v1/providers 200');
});

test('serves after standard error was closed', async () => {
  const { child, url } = await start();
  child.stderr.destroy();
  for (let sent = 0; sent < 20; sent += 1) expect(await get(`${url}/api/v1/providers`)).toBe(200);
  expect(await end(child)).toBe(0);
});

/** Runs a command whose standard error is a terminal that is paused, as by Ctrl-S, until its input ends. */
const stoppedTerminal = `
import os, subprocess, sys
ours, theirs = os.openpty()
child = subprocess.Popen(sys.argv[1:], stderr=theirs, stdin=subprocess.DEVNULL)
sys.stdin.read()
child.terminate()
sys.exit(child.wait())
`;
const isPythonMissing = spawnSync('python3', ['--version']).status !== 0;

test.skipIf(isPythonMissing && !process.env.CI)('serves while the terminal is paused', async () => {
  const command = [process.execPath, programs.path('main'), 'mock', '--port', '0', '--verbose'];
  const child = spawn('python3', ['-c', stoppedTerminal, ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  for (let sent = 0; sent < 200; sent += 1) expect(await get(`${url}/api/v1/providers`)).toBe(200);
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

test('reports how many requests were omitted when standard error is read again', async () => {
  const { child, url } = await start('--verbose');
  await fill(url);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  await expect
    .poll(async () => {
      await get(`${url}/api/v1/providers`);
      return text;
    })
    .toMatch(/\(\d+ requests omitted, because standard error was not read\)\nGET/);
  expect(await end(child)).toBe(0);
});
