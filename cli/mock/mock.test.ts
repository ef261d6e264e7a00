import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { commandIo } from '../../tests/support/command/command-io.js';
import { runProgram } from '../program.js';

/** Starts the command as the program does. `stop` has the effect of a signal. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const stop = new AbortController();
  let announce = (_url: string) => {};
  const url = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const { io, written } = commandIo({
    env,
    signal: stop.signal,
    onStdout: (text) => announce(text.trim()),
  });
  const done = runProgram(['mock', ...args], io);
  return { done, url, written, stop: () => stop.abort() };
}

const statusWith = async (url: string, key: string) =>
  (await fetch(`${url}/api/v1/nothing`, { headers: { authorization: `Bearer ${key}` } })).status;

test('prints only its URL to standard output, responds, and exits with 0 when it is stopped', async () => {
  const { done, url, written, stop } = start(['--port', '0']);
  expect(await url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await statusWith(await url, 'ccc_test_caller')).toBe(404);
  stop();
  expect(await done).toBe(0);
  expect(written.stdout).toBe(`${await url}\n`);
});

test('prints the public test keys to standard error', async () => {
  const { done, url, written, stop } = start(['--port', '0']);
  await url;
  stop();
  await done;
  expect(written.stderr).toContain('ccc_test_caller');
});

test.each<[string, string[], Record<string, string>]>([
  ['--api-key', ['--api-key', 'secret-one', '--api-key', 'secret-two'], {}],
  ['the environment', [], { COST_CONTRACT_API_KEYS: 'secret-one, secret-two' }],
])('accepts keys from %s and never prints them', async (_name, args, env) => {
  const { done, url, written, stop } = start(['--port', '0', ...args], env);
  expect(await statusWith(await url, 'secret-one')).toBe(404);
  expect(await statusWith(await url, 'secret-two')).toBe(404);
  expect(await statusWith(await url, 'ccc_test_caller')).toBe(401);
  stop();
  await done;
  expect(written.stderr.includes('Keys: from COST_CONTRACT_API_KEYS\n')).toBe(
    'COST_CONTRACT_API_KEYS' in env,
  );
  expect(written.stdout + written.stderr).not.toContain('secret');
});

test('rejects a key of fewer than 8 characters without printing it', async () => {
  const { done, written } = start(['--port', '0', '--api-key', 'secret-one', '--api-key', 'geheim']);
  expect(await done).toBe(2);
  expect(written.stderr).toMatch(/^cost-contract mock: API key 2 \(--api-key\) is shorter than 8 characters/);
  expect(written.stdout + written.stderr).not.toContain('geheim');
});

test.each<[string, string[], Record<string, string>]>([
  ['--control-token', ['--control-token', 'open-sesame'], {}],
  ['the environment', [], { COST_CONTRACT_CONTROL_TOKEN: 'open-sesame' }],
])('requires the control token from %s and never prints it', async (_name, args, env) => {
  const { done, url, written, stop } = start(['--port', '0', ...args], env);
  const clock = async (authorization: string) =>
    (await fetch(`${await url}/__mock/clock`, { headers: { authorization } })).status;
  expect([await clock(''), await clock('Bearer open-sesame')]).toEqual([401, 200]);
  stop();
  await done;
  expect(written.stdout + written.stderr).not.toContain('sesame');
});

const textAfterStart = async (args: readonly string[]) => {
  const { done, url, written, stop } = start(['--port', '0', ...args]);
  await url;
  stop();
  await done;
  return written.stderr;
};

test('prints that the control plane is off and how to enable it if other machines can reach the host', async () => {
  expect(await textAfterStart(['--host', '0.0.0.0'])).toMatch(/Control plane: off.*--control-token TOKEN/);
});

test.each<[string[]]>([
  [[]],
  [['--host', 'localhost']],
  [['--host', '0.0.0.0', '--control-token', 'open-sesame']],
])('prints the URL of the control plane with %j', async (args) => {
  expect(await textAfterStart(args)).toMatch(/Control plane: http:.*\/__mock, for/);
});

test('accepts web pages of another origin only with --allow-origin', async () => {
  const origin = 'https://app.example.com';
  for (const [args, status] of [
    [[], 403],
    [['--allow-origin', 'https://other.example', '--allow-origin', origin], 404],
  ] as const) {
    const { done, url, stop } = start(['--port', '0', ...args]);
    const headers = { authorization: 'Bearer ccc_test_caller', origin };
    const response = await fetch(`${await url}/api/v1/nothing`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(status === 403 ? null : origin);
    stop();
    await done;
  }
});

test('prints that pages of any origin cannot send credentials', async () => {
  const printed = /For `credentials: 'include'`, also name the origin/;
  expect(await textAfterStart(['--allow-origin', '*'])).toMatch(printed);
  expect(await textAfterStart(['--allow-origin', 'https://app.example.com'])).not.toMatch(printed);
});

test('has no control plane with --no-control', async () => {
  const { done, url, stop } = start(['--port', '0', '--no-control']);
  expect((await fetch(`${await url}/__mock/clock`)).status).toBe(404);
  stop();
  await done;
});

test('reports an unreachable state store without its password', async () => {
  const run = start(['--port', '0', '--state', 'redis://:secret@127.0.0.1:1/0']);
  expect(await run.done).toBe(2);
  expect(run.written.stdout).toBe('');
  expect(run.written.stderr).toMatch(
    /^cost-contract mock: Cannot use the state store at 127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1\n/,
  );
  expect(run.written.stderr).not.toContain('secret');
});

test('reports a port that is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const { done, written } = start(['--port', String(port)]);
  expect(await done).toBe(2);
  expect(written.stderr).toContain(
    `Port ${port} is already in use. Choose another with --port, or 0 for any free port.`,
  );
  other.close();
});

test.each([
  ['--port', '70000'],
  ['--port', 'http'],
  ['--rate-limit', '0'],
  ['--latency', '-1'],
  ['--seed', '1.5'],
  ['--now', 'tomorrow'],
  ['--now', '2026-06-31T00:00:00Z'],
  ['--now', '2026-06-10T12:00'],
  ['--engine', 'steam'],
  ['--scenario', 'rainy'],
  ['--state', 'memcached://127.0.0.1'],
  ['--allow-origin', 'app.example.com'],
  ['--allow-receiver', 'http://receiver:8080'],
  ['--control-token', 'short'],
  ['--journal', '-1'],
])('rejects %s %s and names the option', async (option, value) => {
  const { done, written } = start([`${option}=${value}`]);
  expect(await done).toBe(2);
  expect(written.stderr).toContain(option);
  expect(written.stdout).toBe('');
});
