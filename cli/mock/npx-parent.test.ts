import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildPrograms } from '../../tests/support/mock/programs.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';
import { npxEnded } from './npx-parent.js';

const programs = await buildPrograms('cli/main.ts');
/** A project that has the program installed. */
const project = temporaryFolder('npx');
const home = join(project, 'node_modules/cloud-cost-contract');
const bin = join(project, 'node_modules/.bin');
for (const folder of [home, bin]) mkdirSync(folder, { recursive: true });
const manifest = { name: 'cloud-cost-contract', version: '0.0.0', bin: { 'cost-contract': 'main.mjs' } };
writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
writeFileSync(join(project, 'package.json'), '{"private": true}');
symlinkSync(programs.path('main'), join(home, 'main.mjs'));
chmodSync(programs.path('main'), 0o755);
symlinkSync('../cloud-cost-contract/main.mjs', join(bin, 'cost-contract'));
afterAll(() => programs.remove());

/** Starts a mock with a command, and ends its process group with the test. */
async function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, { cwd: project, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => endGroup(child));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

const responds = (url: string) =>
  fetch(`${url}/openapi.json`, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );

describe.each([
  ['npx', ['cost-contract', 'mock', '--port', '0']],
  ['npm', ['exec', '--', 'cost-contract', 'mock', '--port', '0']],
])('%s', (command, args) => {
  test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'ends the mock when it receives %s',
    async (signal) => {
      const { child, url } = await start(command, args);
      expect(await responds(url)).toBe(true);
      child.kill(signal);
      await expect.poll(() => responds(url)).toBe(false);
    },
  );

  // npm forwards a SIGINT of its own to a shell, which waits for the mock.
  test('ends the mock on SIGINT of the process group, as from a terminal', async () => {
    const { child, url } = await start(command, args);
    expect(await responds(url)).toBe(true);
    process.kill(-(child.pid as number), 'SIGINT');
    await expect.poll(() => responds(url)).toBe(false);
  });
});

test.each([
  ['a shell', {}, 0],
  [
    'npm run, which may leave it in the background',
    { npm_command: 'run', npm_lifecycle_event: 'premock' },
    0,
  ],
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, 1],
])('watches the parent process only if it is npx: %s', (_name, env, timers) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  void npxEnded(env);
  expect(vi.getTimerCount()).toBe(timers);
});
