import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { listening } from '../../tests/support/serving.js';
import { createMock } from '../create-mock.js';

const start = async () => {
  const mock = await createMock();
  const url = await mock.listen();
  const call = (headers: Record<string, string> = {}) =>
    withKey(fetch)(`${url}/api/v1/providers`, { headers }).then(
      ({ status }) => status,
      () => 'aborted',
    );
  return { mock, url, call };
};

test('completes a request in progress before it closes', async () => {
  const { mock, call } = await start();
  const status = call({ 'mock-latency': '100' });
  await expect.poll(() => call()).toBe(200);
  await mock.close();
  expect(await status).toBe(200);
});

test('aborts a request that takes a minute, and does not run it', async () => {
  const { mock, url, call } = await start();
  const there = { fetch: (path: string, init: RequestInit) => fetch(`${url}${path}`, init) };
  const slow = registerEndpoint(there, { headers: { 'mock-latency': '60000' } }).then(
    () => 'completed',
    () => 'aborted',
  );
  await expect.poll(() => call()).toBe(200);
  await mock.close();
  expect(await slow).toBe('aborted');
  await expect.poll(() => mock.control.journal().map(({ status }) => status)).toContain(503);
  expect(await mock.control.emit('optimization.completed', {})).toEqual([]);
});

test('does not wait for a delivery in progress', async () => {
  const { mock, url } = await start();
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const receiver = createServer(() => arrived());
  await registerEndpoint(mock, { url: `${await listening(receiver)}/` });
  const emitted = mock.control.emit('optimization.completed', {});
  await arrival;
  await mock.close();
  // Aborted: neither failed nor scheduled for a retry.
  expect(await emitted).toMatchObject([{ state: 'pending', attempts: [], nextAttempt: null }]);
  await expect(fetch(url)).rejects.toThrow();
});
