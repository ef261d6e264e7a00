import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serve } from '../support/serve.js';
import { type Attack, attacks, serveHostile } from './hostile-server.js';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const apiKeys = ['one_test_caller', 'one_test_second_caller'];
/** The whole of what the command may hold, whatever a server sends. */
const heapMiB = 768;
const seconds = 100;
/** Requests after which a run looks at more than whether there is a server at all. */
const begun = 12;

interface Ended {
  /** Null when it did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function verify(url: string): Promise<Ended> {
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

/** Words for people: no stack, no key, and nothing that a terminal obeys. */
function expectPlain({ stdout, stderr }: Ended): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(/^ {4}at /m);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    for (const key of apiKeys) expect(text).not.toContain(key);
  }
}

const attacked = [
  'random bytes',
  'JSON too deep to walk',
  'a million empty lists',
  'hundreds of thousands of empty objects',
  'a hundred thousand names',
  'ever another 8 MiB',
  'a body that swells to 256 MiB',
  'a body that drips',
  'headers without end',
  'words for a terminal',
  'silence',
] as const;

test.each(attacked)('the command ends on %s, in moderate memory', { timeout: 120_000 }, async (name) => {
  const server = await serveHostile(apiKeys, attacks[name] as Attack, () => true);
  const ended = await verify(server.url).finally(server.close);
  expect([1, 2, 3]).toContain(ended.code);
  expectPlain(ended);
  if (ended.code === 2) expect(ended.stderr).toMatch(/^cost-contract verify: .+\n$/);
});

test.each([
  'hundreds of thousands of empty objects',
  'a hundred thousand names',
  'ever another 8 MiB',
  'words for a terminal',
  'silence',
] as const)(
  'the command ends on %s after a good beginning, in moderate memory',
  { timeout: 120_000 },
  async (name) => {
    const server = await serveHostile(apiKeys, attacks[name] as Attack, (request) => request > begun);
    const ended = await verify(server.url).finally(server.close);
    expect([1, 3]).toContain(ended.code);
    expectPlain(ended);
    expect(ended.stdout).toMatch(/(VIOLATES the contract|INCOMPLETE): .+\n$/);
  },
);

test.each([302, 307])('no key is carried where a %i leads', { timeout: 120_000 }, async (status) => {
  const asked: string[] = [];
  const elsewhere = await serve(({ method, path }) => {
    asked.push(`${method} ${path}`);
    return { status: 200, headers: {}, body: '{}' };
  });
  const redirect: Attack = (socket) =>
    socket.end(
      `HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}/api/v1/providers\r\nContent-Length: 0\r\n\r\n`,
    );
  for (const spared of [0, begun]) {
    const server = await serveHostile(apiKeys, redirect, (request) => request > spared);
    const ended = await verify(server.url).finally(server.close);
    expect(ended.code).toBe(spared === 0 ? 2 : 1);
    expectPlain(ended);
  }
  await elsewhere.close();
  expect(asked).toEqual([]);
});
