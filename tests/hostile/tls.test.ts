import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runCli, startCli } from '../support/command/cli.js';
import { listening } from '../support/serving.js';
import { providersResponse } from '../support/suite/har-fixture.js';

/** A self-signed test certificate: `openssl req -x509 -newkey ec` for 127.0.0.1. */
const file = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
const trusted = { NODE_EXTRA_CA_CERTS: file('cert.pem') };
const apiKey = 'ccc_only_for_this_server';

async function serving() {
  const keys: unknown[] = [];
  const server = createServer({ cert: readFileSync(file('cert.pem')), key: readFileSync(file('key.pem')) });
  server.on('request', ({ headers }, response) => {
    keys.push(headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(providersResponse));
  });
  return { url: (await listening(server)).replace('http:', 'https:'), keys };
}

async function proxyOf(target: string, env: object) {
  const proxy = startCli(['proxy', target, '--port', '0'], { env });
  onTestFinished(() => void proxy.child.kill('SIGKILL'));
  await expect.poll(() => proxy.output.stdout).toMatch(/^http:\S+\n/);
  const url = proxy.output.stdout.trim();
  return {
    read: () => fetch(`${url}/api/v1/providers`, { headers: { authorization: `Bearer ${apiKey}` } }),
    async end() {
      proxy.child.kill('SIGINT');
      return await proxy.ended;
    },
  };
}

test('verify connects to a TLS server with a trusted certificate', async () => {
  const { url, keys } = await serving();

  const { stdout } = await runCli(
    ['verify', url, '--api-key', apiKey, '--only', 'envelope.success-is-boolean'],
    { env: trusted },
  );
  expect(stdout).toContain(`Conformance of ${url}`);
  expect(keys).toContain(`Bearer ${apiKey}`);
});

test('verify does not send the API key to a server with an untrusted certificate', async () => {
  const { url, keys } = await serving();
  const { code, stdout, stderr } = await runCli(['verify', url, '--api-key', apiKey]);
  expect(stdout + stderr).toMatch(/certificate/i);
  expect(stdout + stderr).not.toContain(apiKey);
  expect(code).not.toBe(0);
  expect(keys).toEqual([]);
});

test('the proxy connects to a TLS server with a trusted certificate', async () => {
  const { url, keys } = await serving();
  const proxy = await proxyOf(url, trusted);
  const response = await proxy.read();
  expect([response.status, await response.json()]).toEqual([200, providersResponse]);
  expect(keys).toEqual([`Bearer ${apiKey}`]);
  expect((await proxy.end()).code).toBe(0);
});

test('the proxy does not send the API key to a server with an untrusted certificate', async () => {
  const { url, keys } = await serving();
  const proxy = await proxyOf(url, {});
  const response = await proxy.read();
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/certificate/i);
  expect(keys).toEqual([]);
  const ended = await proxy.end();
  expect(ended.stderr).toMatch(/certificate/i);
});
