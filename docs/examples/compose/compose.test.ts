import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../../tests/support/free-port.js';
import { program } from '../../testing/page-folder.js';
import { blocksOf } from '../../testing/pages.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const text = readFileSync(at('compose.yaml'), 'utf8');
const { mock, receiver } = parse(text).services;
const dockerfile = readFileSync(at('../../../Dockerfile'), 'utf8');
const token = /:-(.+)\}$/.exec(mock.environment.COST_CONTRACT_CONTROL_TOKEN)?.[1] ?? '';

test('the guide shows the file', () => {
  const guide = readFileSync(at('../../guides/containers.md'), 'utf8');
  const shown = blocksOf(guide).find(({ language }) => language === 'yaml')?.code;
  expect(shown).toBe(text.replace(/^(#.*\n)+/, ''));
});

test('the names, files and ports exist', () => {
  expect(existsSync(at(`${mock.build}/Dockerfile`))).toBe(true);
  expect(dockerfile).toContain('ENTRYPOINT ["cost-contract"]');
  expect(receiver.image).toBe(mock.image);
  const [[from, to]] = receiver.volumes.map((volume: string) => volume.split(':'));
  expect([existsSync(at(from)), receiver.entrypoint.at(-1)]).toEqual([true, to]);
  // The package is in `lib/node_modules` beside the program.
  expect(dockerfile).toContain('--from=build /package /usr/local');
  expect(to).toMatch(/^\/usr\/local\/lib\/\w+\.mjs$/);
  expect(new URL(receiver.environment.RECEIVER_URL).host).toBe(mock.command.at(-1));
  expect(mock.command.at(-1)).toBe('receiver:3000');
  expect(receiver.environment.MOCK_URL).toBe('http://mock:4010');
  expect(mock.ports).toEqual(['127.0.0.1:4010:4010']);
  expect(dockerfile).toContain('EXPOSE 4010');
});

/** Starts a program of a service. @returns a function that waits for a line */
function start(args: readonly string[], env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface(child.stdout as NodeJS.ReadableStream);
  return async () => ((await once(lines, 'line')) as [string])[0];
}

test('the receiver registers itself, and receives an event of the mock', async () => {
  const port = await freePort();
  // Without containers, the services have no names or addresses of their own.
  const here = (value: string) =>
    value.replace('0.0.0.0', '127.0.0.1').replace('receiver:3000', `127.0.0.1:${port}`);
  const mockLine = start([program, ...mock.command.map(here), '--port', '0', '--quiet'], {
    COST_CONTRACT_CONTROL_TOKEN: token,
  });
  const url = await mockLine();
  const environment = Object.entries<string>(receiver.environment).map(([name, value]) => [
    name,
    here(value),
  ]);
  const receiverLine = start([at('receiver.mjs')], { ...Object.fromEntries(environment), MOCK_URL: url });
  expect(await receiverLine()).toBe('registered whe-0001');

  const event = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'manual' };
  const received = receiverLine();
  const response = await fetch(`${url}/__mock/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ type: 'optimization.completed', event }),
  });
  expect(await response.json()).toMatchObject({ deliveries: [{ state: 'delivered' }], warnings: [] });
  expect(await received).toBe(`received optimization.completed ${JSON.stringify(event)}`);
});
