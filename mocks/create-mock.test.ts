import { describe, expect, test, vi } from 'vitest';
import { registerEndpoint } from '../tests/support/mock/register.js';
import { withKey } from '../tests/support/mock/test-mock.js';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';
import type { Fixtures } from './fixtures.js';

const setUp = async (options: Parameters<typeof createMock>[0] = {}) => {
  const mock = await createMock({
    frozen: true,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  const fetch = validated(mock.fetch);
  return (path: string, { key, ...init }: RequestInit & { key?: string } = {}) =>
    withKey(fetch, key)(path, init);
};

test('returns the common headers', async () => {
  const call = await setUp();
  const { headers } = await call('/api/v1/providers');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    date: 'Mon, 15 Jun 2026 12:00:00 GMT',
    'x-request-id': 'req_0000000000000001',
    ratelimit: '"default";r=599;t=60',
    'ratelimit-policy': '"default";q=600;w=60',
  });
});

test('returns 401 for an unknown API path without a key, and 404 with one', async () => {
  const call = await setUp();
  expect((await call('/api/v1/nothing', { headers: { authorization: '' } })).status).toBe(401);
  expect((await call('/api/v1/nothing')).status).toBe(404);
});

test('does not count requests without a key towards the limit of a key', async () => {
  const call = await setUp({ rateLimit: 1 });
  await call('/api/v1/providers', { headers: { authorization: '' } });
  expect((await call('/api/v1/providers')).status).toBe(200);
  expect((await call('/api/v1/providers')).status).toBe(429);
  expect((await call('/api/v1/providers', { key: 'ccc_test_second_caller' })).status).toBe(200);
});

test('replaces the test keys by configured keys', async () => {
  const call = await setUp({ keys: ['my-own-key'] });
  expect((await call('/api/v1/providers', { key: 'my-own-key' })).status).toBe(200);
  expect((await call('/api/v1/providers')).status).toBe(401);
});

test.each(['geheim', 'key-from-a-file\n'])(
  'rejects a key that clients cannot send or redact: %j',
  async (key) => {
    const created = createMock({ keys: ['ccc_test_caller', key] });
    await expect(created).rejects.toThrow(
      /^createMock: keys\[1\] (is shorter than 8|ends with a line break)/,
    );
    await expect(created).rejects.not.toThrow(key);
  },
);

test('responds to HEAD as to GET, without a body', async () => {
  const call = await setUp();
  const response = await call('/api/v1/providers', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

const fixturesOf = async (mock: Mock) => {
  const response = await mock.fetch('/.well-known/cost-contract.json');
  return (await response.json()) as Fixtures;
};

test('serves the fixtures document without a key, with ids that exist', async () => {
  const mock = await createMock();
  const { api_keys: [key] = [], commitments, tag_key } = await fixturesOf(mock);
  const call = withKey(mock.fetch, key);
  const renewal = (id: string | undefined) =>
    call(`/api/v1/commitments/renewal/${encodeURIComponent(id ?? '')}`);
  expect((await renewal(commitments?.raised)).status).toBe(200);
  expect((await renewal(commitments?.unraised)).status).toBe(404);
  const quote = await call(
    `/api/v1/commitments/renewal-quote/${encodeURIComponent(commitments?.unpriced ?? '')}`,
  );
  expect(((await quote.json()) as any).data.error_message).toBeTypeOf('string');
  expect(tag_key?.version).toBeTypeOf('number');
});

test('does not publish configured keys in the fixtures document', async () => {
  expect(await fixturesOf(await createMock({ keys: ['my-own-key'] }))).not.toHaveProperty('api_keys');
});

test('rejects an invalid start with an example of a valid one', async () => {
  await expect(createMock({ now: 'soon' })).rejects.toThrow(
    "Invalid timestamp 'soon'. Use ISO 8601, such as 2026-06-15T12:00:00Z.",
  );
});

describe('control', () => {
  const event = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'one-click' };

  test('sends events to an allowed host over http, but never through its redirects', async () => {
    const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 302 }));
    const mock = await createMock({ frozen: true, allowReceivers: ['receiver:8080'] });
    await registerEndpoint(mock, { url: 'http://receiver:8080/events' });
    const [delivery] = await mock.control.emit('optimization.completed', event);
    expect(delivery?.attempts[0]?.outcome).toBe(302);
    expect(send.mock.calls.map(([url, init]) => [url, init?.redirect])).toEqual([
      ['http://receiver:8080/events', 'manual'],
    ]);
    send.mockRestore();
  });

  test.each(['http://other:8080/', 'http://receiver:8081/', 'http://a:b@receiver:8080/'])(
    'does not register %s where another host is allowed',
    async (url) => {
      const mock = await createMock({ frozen: true, allowReceivers: ['receiver:8080'] });
      expect((await registerEndpoint(mock, { url })).status).toBe(422);
    },
  );

  test('advances the clock of responses and rate limits', async () => {
    const mock = await createMock({ frozen: true, rateLimit: 1 });
    const call = () => withKey(mock.fetch)('/api/v1/providers');
    await call();
    expect((await call()).status).toBe(429);
    await mock.control.advance(60_000);
    expect(await (await call()).json()).toMatchObject({ timestamp: '2026-06-15T12:01:00Z' });
  });
});
