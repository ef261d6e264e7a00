import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '../src/webhooks/verify.js';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';
import type { Fixtures } from './fixtures.js';

const setUp = async (options: Parameters<typeof createMock>[0] = {}) => {
  const mock = await createMock({
    frozen: true,
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  const fetch = validated(mock.fetch);
  return (path: string, init: RequestInit & { key?: string } = {}) => {
    const { key = 'ccc_test_caller', headers, ...rest } = init;
    return fetch(path, { ...rest, headers: { authorization: `Bearer ${key}`, ...(headers as object) } });
  };
};

test('an answer carries what every answer carries', async () => {
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

test('without a key an unknown path under the API is 401, with one 404', async () => {
  const call = await setUp();
  expect((await call('/api/v1/nothing', { headers: { authorization: '' } })).status).toBe(401);
  expect((await call('/api/v1/nothing')).status).toBe(404);
});

test('a caller without a key uses up nobody’s limit', async () => {
  const call = await setUp({ rateLimit: 1 });
  await call('/api/v1/providers', { headers: { authorization: '' } });
  expect((await call('/api/v1/providers')).status).toBe(200);
  expect((await call('/api/v1/providers')).status).toBe(429);
  expect((await call('/api/v1/providers', { key: 'ccc_test_second_caller' })).status).toBe(200);
});

test('the deprecated read tells since when, and its successor; others do not', async () => {
  const call = await setUp();
  const { headers } = await call('/api/v1/commitments/coverage');
  expect(headers.get('deprecation')).toMatch(/^@\d+$/);
  expect(headers.get('link')).toBe('</api/v1/commitments/coverage-rates>; rel="successor-version"');
  expect((await call('/api/v1/commitments/coverage-rates')).headers.has('deprecation')).toBe(false);
});

test('the read-only key reads, and may not write', async () => {
  const call = await setUp();
  const key = 'ccc_test_reader';
  expect((await call('/api/v1/providers', { key })).status).toBe(200);
  expect((await call('/api/v1/webhooks/endpoints/whe-3c9d', { key, method: 'DELETE' })).status).toBe(403);
});

test('keys of the caller’s own replace the test keys', async () => {
  const call = await setUp({ keys: ['my-own-key'] });
  expect((await call('/api/v1/providers', { key: 'my-own-key' })).status).toBe(200);
  expect((await call('/api/v1/providers')).status).toBe(401);
});

test.each(['geheim', 'key-from-a-file\n'])(
  'a key that no client could send or hide is refused: %j',
  async (key) => {
    const made = createMock({ keys: ['ccc_test_caller', key] });
    await expect(made).rejects.toThrow(/^keys\[1\] of the mock (is shorter than 8|ends in a line end)/);
    await expect(made).rejects.not.toThrow(key);
  },
);

test('HEAD is answered like GET, without a body', async () => {
  const call = await setUp();
  const response = await call('/api/v1/providers', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

const fixturesOf = async (mock: Mock) => {
  const response = await mock.fetch('/.well-known/cost-contract.json');
  return (await response.json()) as Fixtures;
};

test('the fixtures document needs no key, and its ids lead somewhere', async () => {
  const mock = await createMock();
  const { api_keys: [key] = [], commitments, tag_key } = await fixturesOf(mock);
  const call = (path: string) => mock.fetch(path, { headers: { authorization: `Bearer ${key}` } });
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

test('the fixtures document never tells keys of the owner’s own', async () => {
  expect(await fixturesOf(await createMock({ keys: ['my-own-key'] }))).not.toHaveProperty('api_keys');
});

test('latency delays each answer', async () => {
  const mock = await createMock({ latencyMs: 20 });
  const start = performance.now();
  await mock.fetch('/.well-known/cost-contract.json');
  expect(performance.now() - start).toBeGreaterThanOrEqual(15);
});

test('a start that is no date is refused with an example', async () => {
  await expect(createMock({ now: 'soon' })).rejects.toThrow(
    'soon is not a date such as 2026-06-15T12:00:00Z.',
  );
});

describe('control', () => {
  const event = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'one-click' };

  const register = (mock: Mock, url: string) =>
    mock.fetch('/api/v1/webhooks/endpoints', {
      method: 'POST',
      headers: { authorization: 'Bearer ccc_test_caller', 'content-type': 'application/json' },
      body: JSON.stringify({ url, event_types: ['optimization.completed'] }),
    });

  test('sends signed events to a registered receiver, again when it was down', async () => {
    const mock = await createMock({ frozen: true });
    const events: unknown[] = [];
    let isDown = true;
    const receiver = createServer(async (request, response) => {
      const body = await text(request);
      events.push(verifyWebhook(mock.control.webhookSecret, request.headers, body).data);
      response.writeHead(isDown ? 503 : 204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    await register(mock, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`);
    await mock.control.emit('optimization.completed', event);
    isDown = false;
    await mock.control.advance(6000);
    expect(events).toEqual([event, event]);
    expect(mock.control.deliveries()).toMatchObject([
      { state: 'delivered', tries: [{ outcome: 503 }, { outcome: 204 }] },
    ]);
    receiver.close();
  });

  test('sends nothing to another machine', async () => {
    const mock = await createMock({ frozen: true });
    await register(mock, 'https://hooks.example.com/events');
    const [delivery] = await mock.control.emit('optimization.completed', event);
    expect(delivery?.tries[0]?.outcome).toBe('Not sent: hooks.example.com is not this machine.');
  });

  test('moves the clock of answers, limits and stored answers', async () => {
    const mock = await createMock({ frozen: true, rateLimit: 1 });
    const call = () =>
      mock.fetch('/api/v1/providers', { headers: { authorization: 'Bearer ccc_test_caller' } });
    await call();
    expect((await call()).status).toBe(429);
    await mock.control.advance(60_000);
    expect(await (await call()).json()).toMatchObject({ timestamp: '2026-06-15T12:01:00Z' });
  });
});
