import { expect, test } from 'vitest';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import type { Mock } from '../create-mock.js';

const type = 'optimization.completed';

const start = async () => {
  const served = await servedMock({ frozen: true });
  await served.mock.control.advance(60_000);
  return served;
};

const register = async (mock: Mock, url: string) => {
  expect((await registerEndpoint(mock, { url })).status).toBe(201);
};

/** Returns the outcomes of the first attempts. */
const emit = async (url: string, event: unknown = {}) => {
  const response = await fetch(`${url}/__mock/events`, {
    method: 'POST',
    body: JSON.stringify({ type, event }),
  });
  const { deliveries } = (await response.json()) as any;
  return deliveries.map(({ attempts }: any) => attempts[0].outcome) as unknown[];
};

test.each(['127.0.0.1', 'localhost', '[::1]'])(
  'does not deliver an event to the mock itself as %s',
  async (host) => {
    const { mock, url } = await start();
    const before = mock.control.now();
    await register(mock, `http://${host}:${new URL(url).port}/__mock/reset`);
    expect(await emit(url)).toEqual(['Not sent: the endpoint is the mock itself.']);
    expect(mock.control.now()).toBe(before);
  },
);

test('does not emit events by delivering to the mock itself', async () => {
  const { mock, url } = await start();
  for (let i = 0; i < 3; i++) await register(mock, `${url}/__mock/events`);
  expect(await emit(url, { type, event: { type, event: {} } })).toHaveLength(3);
  expect(mock.control.deliveries()).toHaveLength(3);
});

test('does not deliver an event to another server of the same mock', async () => {
  const { mock, url } = await start();
  await register(mock, `${await mock.listen()}/__mock/reset`);
  expect(await emit(url)).toEqual(['Not sent: the endpoint is the mock itself.']);
});

test('does not let the event of one mock control another one', async () => {
  const { mock, url } = await start();
  const other = await start();
  const before = other.mock.control.now();
  await register(mock, `${other.url}/__mock/reset`);
  expect(await emit(url)).toEqual([403]);
  expect(other.mock.control.now()).toBe(before);
});
