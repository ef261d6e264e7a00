import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe } from 'vitest';
import { freePort } from '../free-port.js';
import { temporaryFolder } from '../temporary-folder.js';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

const isMissing = spawnSync('redis-server', ['--version']).status !== 0;

/** Defines tests that need Redis: skipped without it, except in CI, where they fail. */
export function describeWithRedis(name: string, tests: () => void): void {
  describe.skipIf(isMissing && !process.env.CI)(
    isMissing ? `${name} (skipped: redis-server is not installed)` : name,
    tests,
  );
}

/** Starts a Redis server without persistence. @param args additional options of redis-server */
export async function startRedis(...args: readonly string[]) {
  const folder = temporaryFolder('redis');
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server = {
    url: `redis://127.0.0.1:${port}`,
    /** Starts an empty server at the same address. */
    async start(): Promise<void> {
      child = await run(['--port', String(port), '--dir', folder, ...args]);
    },
    /** Kills the server, like an outage. */
    async stop(): Promise<void> {
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      child = null;
      await ended;
    },
  };
  await server.start();
  return server;
}

async function run(args: readonly string[]): Promise<ChildProcess> {
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...args];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error('redis-server ended before it was ready.');
}
