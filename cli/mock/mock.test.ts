import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { expectRefusal, runCommand, runServer } from '../../tests/support/command/command-io.js';

type Env = Record<string, string>;

/** Runs the command, reads a value from it, and stops it as a signal does. */
async function mock<T>(args: readonly string[], read?: (url: string) => Promise<T>, env?: Env) {
  let found: T | undefined;
  const visit = async (url: string) => {
    found = await read?.(url);
  };
  return { ...(await runServer(['mock', ...args], visit, env)), found };
}

const statusWith = async (url: string, key: string) =>
  (await fetch(`${url}/api/v1/nothing`, { headers: { authorization: `Bearer ${key}` } })).status;

test('prints only its URL to standard output, responds, and exits with 0 when it is stopped', async () => {
  const { code, stdout, stderr, found } = await mock([], (url) => statusWith(url, 'ccc_test_caller'));
  expect({ code, found }).toEqual({ code: 0, found: 404 });
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(stderr).toContain('ccc_test_caller');
});

test.each<[string, string[], Env]>([
  ['--api-key', ['--api-key', 'secret-one', '--api-key', 'secret-two'], {}],
  ['the environment', [], { COST_CONTRACT_API_KEYS: 'secret-one, secret-two' }],
])('accepts keys from %s and never prints them', async (_name, args, env) => {
  const keys = ['secret-one', 'secret-two', 'ccc_test_caller'];
  const statuses = (url: string) => Promise.all(keys.map((key) => statusWith(url, key)));
  const { stdout, stderr, found } = await mock(args, statuses, env);
  expect(found).toEqual([404, 404, 401]);
  expect(stderr.includes('Keys: from COST_CONTRACT_API_KEYS\n')).toBe('COST_CONTRACT_API_KEYS' in env);
  expect(stdout + stderr).not.toContain('secret');
});

test('rejects a key of fewer than 8 characters without printing it', async () => {
  const refused = await mock(['--api-key', 'secret-one', '--api-key', 'geheim']);
  expectRefusal(refused, /^cost-contract mock: API key 2 \(--api-key\) is shorter than 8 characters/);
  expect(refused.stderr).not.toContain('geheim');
});

test.each<[string, string[], Env]>([
  ['--control-token', ['--control-token', 'open-sesame'], {}],
  ['the environment', [], { COST_CONTRACT_CONTROL_TOKEN: 'open-sesame' }],
])('requires the control token from %s and never prints it', async (_name, args, env) => {
  const clock = async (url: string, authorization: string) =>
    (await fetch(`${url}/__mock/clock`, { headers: { authorization } })).status;
  const { stdout, stderr, found } = await mock(
    args,
    async (url) => [await clock(url, ''), await clock(url, 'Bearer open-sesame')],
    env,
  );
  expect(found).toEqual([401, 200]);
  expect(stdout + stderr).not.toContain('sesame');
});

test('prints that the control plane is off and how to enable it if other machines can reach the host', async () => {
  expect((await mock(['--host', '0.0.0.0'])).stderr).toMatch(/Control plane: off.*--control-token TOKEN/);
});

test.each<[string[]]>([
  [[]],
  [['--host', 'localhost']],
  [['--host', '0.0.0.0', '--control-token', 'open-sesame']],
])('prints the URL of the control plane with %j', async (args) => {
  expect((await mock(args)).stderr).toMatch(/Control plane: http:.*\/__mock, for/);
});

test.each<[string[], number, string | null]>([
  [[], 403, null],
  [
    ['--allow-origin', 'https://other.example', '--allow-origin', 'https://app.example.com'],
    404,
    'https://app.example.com',
  ],
])('accepts web pages of another origin only with --allow-origin: %j', async (args, status, allowed) => {
  const headers = { authorization: 'Bearer ccc_test_caller', origin: 'https://app.example.com' };
  const { found } = await mock(args, (url) => fetch(`${url}/api/v1/nothing`, { headers }));
  expect(found?.status).toBe(status);
  expect(found?.headers.get('access-control-allow-origin')).toBe(allowed);
});

test('prints that pages of any origin cannot send credentials', async () => {
  const printed = /For `credentials: 'include'`, also name the origin/;
  expect((await mock(['--allow-origin', '*'])).stderr).toMatch(printed);
  expect((await mock(['--allow-origin', 'https://app.example.com'])).stderr).not.toMatch(printed);
});

test('has no control plane with --no-control', async () => {
  const { found } = await mock(['--no-control'], (url) => fetch(`${url}/__mock/clock`));
  expect(found?.status).toBe(404);
});

test('reports an unreachable state store without its password', async () => {
  const refused = await mock(['--state', 'redis://:secret@127.0.0.1:1/0']);
  expectRefusal(
    refused,
    /^cost-contract mock: Cannot use the state store at 127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1\n/,
  );
  expect(refused.stderr).not.toContain('secret');
});

test('reports a port that is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const message = `Port ${port} is already in use. Choose another with --port, or 0 for any free port.`;
  expectRefusal(await runCommand(['mock', '--port', String(port)]), message);
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
  expectRefusal(await runCommand(['mock', `${option}=${value}`]), option);
});
