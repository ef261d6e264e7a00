import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandsIn } from '../support/command/commands-of-ci.js';
import { serve } from '../support/serve.js';
import { type Attack, attacks, serveHostile } from './hostile-server.js';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const apiKeys = ['one_test_caller', 'one_test_second_caller'];
/** The maximum heap size of the command. */
const heapMiB = 768;
const seconds = 100;
/** The number of correct responses after which a run has started its checks. */
const startupRequests = 12;

interface Exit {
  /** Null if the process was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function verify(url: string): Promise<Exit> {
  const args = [`--max-old-space-size=${heapMiB}`, program, 'verify', url, '--timeout', '0.5'];
  const env = { ...process.env, COST_CONTRACT_API_KEYS: apiKeys.join() };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { env, timeout: seconds * 1000, maxBuffer: 64 << 20 },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Expects output without stack traces, API keys, control characters and commands of CI systems. */
function expectPlain({ stdout, stderr }: Exit): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(/^ {4}at /m);
    expect(commandsIn(text)).toEqual([]);
    for (const key of apiKeys) expect(text).not.toContain(key);
  }
}

const attacked = [
  'random bytes',
  'deeply nested JSON',
  'a million empty lists',
  'hundreds of thousands of empty objects',
  'a hundred thousand properties',
  'a different body of 8 MiB each time',
  'a body that decompresses to 256 MiB',
  'a slow body',
  'endless headers',
  'terminal control sequences',
  'commands of CI systems',
  'no response',
] as const;

test.each(attacked)('exits with limited memory on %s', { timeout: 120_000 }, async (name) => {
  const server = await serveHostile(apiKeys, attacks[name], () => true);
  const ended = await verify(server.url).finally(server.close);
  expect([1, 2, 3]).toContain(ended.code);
  expectPlain(ended);
  if (ended.code === 2) expect(ended.stderr).toMatch(/^cost-contract verify: .+\n$/);
});

test.each([
  'hundreds of thousands of empty objects',
  'a hundred thousand properties',
  'a different body of 8 MiB each time',
  'terminal control sequences',
  'commands of CI systems',
  'no response',
] as const)('exits with limited memory on %s after a correct start', { timeout: 120_000 }, async (name) => {
  const server = await serveHostile(apiKeys, attacks[name], (request) => request > startupRequests);
  const ended = await verify(server.url).finally(server.close);
  expect([1, 3]).toContain(ended.code);
  expectPlain(ended);
  expect(ended.stdout).toMatch(/(VIOLATES the contract|INCOMPLETE): .+\n$/);
});

test.each([302, 307])(
  'does not send the API key to the target of a %i',
  { timeout: 120_000 },
  async (status) => {
    const requested: string[] = [];
    const elsewhere = await serve(({ method, path }) => {
      requested.push(`${method} ${path}`);
      return { status: 200, headers: {}, body: '{}' };
    });
    const redirect: Attack = (socket) =>
      socket.end(
        `HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}/api/v1/providers\r\nContent-Length: 0\r\n\r\n`,
      );
    for (const correctRequests of [0, startupRequests]) {
      const server = await serveHostile(apiKeys, redirect, (request) => request > correctRequests);
      const ended = await verify(server.url).finally(server.close);
      expect(ended.code).toBe(correctRequests === 0 ? 2 : 1);
      expectPlain(ended);
    }
    await elsewhere.close();
    expect(requested).toEqual([]);
  },
);
