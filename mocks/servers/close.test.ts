import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMock } from '../create-mock.js';

const authorization = 'Bearer ccc_test_caller';

const start = async () => {
  const mock = await createMock();
  const url = await mock.listen();
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1/providers`, { headers: { authorization, ...headers } }).then(
      ({ status }) => status,
      () => 'cut off',
    );
  return { mock, url, ask };
};

test('a request that is nearly answered is answered before the end', async () => {
  const { mock, ask } = await start();
  const asked = ask({ 'mock-latency': '100' });
  await expect.poll(() => ask()).toBe(200);
  await mock.close();
  expect(await asked).toBe(200);
});

test('a request that takes a minute is cut off, and what it would have done is not done', async () => {
  const { mock, url, ask } = await start();
  const slow = fetch(`${url}/api/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'mock-latency': '60000' },
    body: JSON.stringify({ url: 'https://hooks.example.com/', event_types: ['optimization.completed'] }),
  }).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => ask()).toBe(200);
  await mock.close();
  expect(await slow).toBe('cut off');
  await expect.poll(() => mock.control.journal().map(({ status }) => status)).toContain(503);
  expect(await mock.control.emit('optimization.completed', {})).toEqual([]);
});

test('a delivery in flight does not delay the end', async () => {
  const { mock, url } = await start();
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const receiver = createServer(() => arrived());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  await mock.fetch('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      event_types: ['optimization.completed'],
    }),
  });
  const emitted = mock.control.emit('optimization.completed', {});
  await arrival;
  await mock.close();
  // Ended, and neither failed nor waiting for another try.
  expect(await emitted).toMatchObject([{ state: 'pending', tries: [], nextTry: null }]);
  await expect(fetch(url)).rejects.toThrow();
  receiver.closeAllConnections();
  receiver.close();
});
