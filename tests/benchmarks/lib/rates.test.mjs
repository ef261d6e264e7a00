import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { sendLoad, writer } from './load.mjs';
import { checked, measureRates } from './rates.mjs';
import { reads, requestOf, writes } from './workloads.mjs';

/** @type {(() => void)[]} */
const ends = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** @param {import('node:http').RequestListener} listener */
async function serve(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close().closeAllConnections());
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

const providers = JSON.stringify({ data: [{ provider_id: 'provider_a' }] });

test('every answer is counted once, however it is cut into pieces', async () => {
  let asked = 0;
  const port = await serve((_request, response) => {
    asked += 1;
    if (asked % 2) response.end(providers);
    else response.write(providers.slice(0, 10), () => response.end(providers.slice(10)));
  });
  const request = requestOf(reads.providers);
  const { answers } = await sendLoad({ port, request, status: 200, connections: 3, milliseconds: 50 });
  expect(answers).toBe(asked);
  expect(answers).toBeGreaterThanOrEqual(3);
});

test('an answer with another status ends the measurement', async () => {
  const port = await serve((_request, response) => response.writeHead(429).end());
  const request = requestOf(reads.providers);
  await expect(sendLoad({ port, request, status: 200, connections: 1, milliseconds: 5000 })).rejects.toThrow(
    'the status 429 instead of 200',
  );
});

test('each request has a key of its own where it is to', async () => {
  const keys = new Set();
  const port = await serve((request, response) => {
    keys.add(request.headers['idempotency-key']);
    response.end('{}');
  });
  const request = requestOf(writes.post);
  const { answers } = await sendLoad({ port, request, status: 200, connections: 2, milliseconds: 30 });
  expect(keys.size).toBe(answers);
});

test('a range stands for any of its numbers', () => {
  const write = writer('/page={3-5}');
  const written = new Set(Array.from({ length: 200 }, write));
  expect([...written].sort()).toEqual(['/page=3', '/page=4', '/page=5']);
});

test('nobody is praised for the speed of another answer', async () => {
  const port = await serve((_request, response) => response.end('{"data": []}'));
  await expect(checked(reads.providers, port, 'the wrong one')).rejects.toThrow(
    'the wrong one does not answer as it should: 200',
  );
});

test('every target is loaded in every round, and made good afterwards', async () => {
  const port = await serve((_request, response) => response.end(providers));
  const server = /** @type {any} */ ({ port, cpuMs: () => 0 });
  /** @type {string[]} */
  const done = [];
  const rates = await measureRates(
    [
      { name: 'one', workload: reads.providers, server, after: async () => void done.push('after one') },
      { name: 'other', workload: reads.providers, server },
    ],
    { send: async ({ milliseconds }) => ({ answers: 10 * milliseconds, milliseconds, busy: 0.5 }), end() {} },
    { rounds: 2, milliseconds: 100, connections: 1 },
    (text) => done.push(text),
  );
  expect(done).toEqual([
    'round 1 of 2: one',
    'after one',
    'round 1 of 2: other',
    'round 2 of 2: one',
    'after one',
    'round 2 of 2: other',
  ]);
  expect(rates.get('one')).toEqual({
    median: 10_000,
    spread: 0,
    cpuUs: 0,
    bytes: providers.length,
    busy: 0.5,
  });
});
