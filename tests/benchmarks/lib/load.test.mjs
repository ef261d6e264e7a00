import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { fill, sendLoad } from './load.mjs';
import { checked } from './rates.mjs';
import { reads, writes } from './workloads.mjs';

/** @type {import('node:http').Server[]} */
const servers = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** @param {import('node:http').RequestListener} listener */
async function serve(listener) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

const load = { sent: reads.providers, status: 200, connections: 3, milliseconds: 50 };
const providers = JSON.stringify({ data: [{ provider_id: 'provider_a' }] });

test('counts the responses', async () => {
  let received = 0;
  const port = await serve((request, response) => {
    received += 1;
    expect(request.headers.authorization).toBe('Bearer ccc_test_caller');
    response.end(providers);
  });
  const { responses, milliseconds, busy } = await sendLoad({ ...load, port });
  expect(responses).toBeGreaterThan(0);
  expect(received - responses).toBeLessThanOrEqual(load.connections);
  expect(milliseconds).toBeGreaterThanOrEqual(50);
  expect(busy).toBeGreaterThan(0);
});

test('runs longer if there was no response', async () => {
  const port = await serve((_request, response) => setTimeout(() => response.end(providers), 120));
  const { responses, milliseconds } = await sendLoad({ ...load, port });
  expect(responses).toBeGreaterThan(0);
  expect(milliseconds).toBeGreaterThanOrEqual(200);
});

test('throws an error for another status', async () => {
  const port = await serve((_request, response) => response.writeHead(429).end());
  await expect(sendLoad({ ...load, port })).rejects.toThrow('Expected status 200, got 429');
});

test('throws an error if the server closes connections', async () => {
  const port = await serve((request) => request.socket.destroy());
  await expect(sendLoad({ ...load, port })).rejects.toThrow('closed a connection');
});

test('sends each request with its own idempotency key, and with a body', async () => {
  const keys = new Set();
  let received = 0;
  const port = await serve(async (request, response) => {
    keys.add(request.headers['idempotency-key']);
    received += 1;
    response.writeHead(String(await new Response(request).text()) === writes.post.body ? 200 : 400).end();
  });
  await sendLoad({ ...load, sent: writes.post, milliseconds: 300, port });
  expect(received).toBeGreaterThan(1);
  expect(keys.size).toBe(received);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
});

test('replaces a range with its numbers', () => {
  const filled = new Set(Array.from({ length: 200 }, () => fill('/page={3-5}')));
  expect([...filled].sort()).toEqual(['/page=3', '/page=4', '/page=5']);
});

test('throws an error for an unexpected response', async () => {
  const port = await serve((_request, response) => response.end('{"data": []}'));
  await expect(checked(reads.providers, port, 'the server')).rejects.toThrow(
    'Unexpected response of the server: 200',
  );
});
