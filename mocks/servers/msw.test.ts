import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, createClient } from '../../src/client/index.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock, type Mock } from '../create-mock.js';
import { createHandlers } from './msw.js';

const baseUrl = 'https://costs.example';
const savingsPlan =
  'arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60';
const endpoint = { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] };

const elsewhere = http.all('*', () => HttpResponse.text('elsewhere'));
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
afterEach(() => server.resetHandlers());

const use = async (mock: Mock, options?: Parameters<typeof createHandlers>[1]) =>
  server.use(...(await createHandlers(mock, options)), elsewhere);
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, {
    ...init,
    headers: { authorization: 'Bearer ccc_test_caller', ...init.headers },
  });
const post = (body: string, key: string) =>
  call('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });

describe('a service that MSW answers by a mock', () => {
  let mock: Mock;
  beforeEach(async () => {
    mock = await createMock({ frozen: true });
    await use({ ...mock, fetch: validated(mock.fetch) }, { baseUrl });
  });

  test('answers what the mock answers', async () => {
    const answer = await call('/api/v1/commitments?page=2&page_size=3');
    const direct = await mock.fetch('/api/v1/commitments?page=2&page_size=3', {
      headers: { authorization: 'Bearer ccc_test_caller' },
    });
    expect(await answer.json()).toEqual(await direct.json());
  });

  test('runs a keyed write once and marks its replay', async () => {
    const key = crypto.randomUUID();
    const [first, again] = [
      await post(JSON.stringify(endpoint), key),
      await post(JSON.stringify(endpoint), key),
    ];
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await again.text()).toBe(await first.text());
  });

  test('fails as a network does when the mock drops the connection', async () => {
    await use(mock, { baseUrl });
    mock.control.setFaults([{ operation: '*', kind: 'drop' }]);
    await expect(call('/api/v1/providers')).rejects.toThrow(TypeError);
  });

  test('refuses with the envelope', async () => {
    const unparsable = await post('{"url":', crypto.randomUUID());
    expect(unparsable.status).toBe(400);
    expect(await unparsable.json()).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
    const secondCaller = await call('/api/v1/providers', { headers: { authorization: 'Bearer nobody' } });
    expect(secondCaller.status).toBe(401);
  });

  test('finds a commitment whose id is encoded', async () => {
    const answer = await call(`/api/v1/commitments/detail/${encodeURIComponent(savingsPlan)}`);
    expect(await answer.json()).toMatchObject({ success: true, data: { id: savingsPlan } });
  });

  test('refuses a path that is no percent-encoding', async () => {
    expect((await call('/api/v1/commitments/detail/%zz')).status).toBe(400);
  });

  test('answers HEAD without a body', async () => {
    const answer = await call('/api/v1/providers', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  test('leaves every other address alone', async () => {
    for (const address of [
      `${baseUrl}/`,
      `${baseUrl}/assets/api/v1/logo.svg`,
      `${baseUrl}/.well-known/cost-contract.json.map`,
      'https://costs.example.com/api/v1/providers',
      'https://other.example/api/v1/providers',
      `https://other.example/?next=${baseUrl}/api/v1/providers`,
    ]) {
      expect(await (await fetch(address)).text(), address).toBe('elsewhere');
    }
  });

  test('serves the client: it walks every page, and raises the envelope’s errors', async () => {
    const client = createClient({ baseUrl, apiKey: 'ccc_test_caller', retries: 0 });
    const ids: string[] = [];
    for await (const { id } of client.listCommitments({ page_size: 3 })) {
      ids.push(id);
    }
    const { pagination } = await client.listCommitments({ page_size: 1 });
    expect(ids).toHaveLength(pagination.total_items);
    expect(new Set(ids)).toContain(savingsPlan);
    await expect(client.getCommitment({ commitment_id: 'nothing' })).rejects.toThrow(ApiError);
  });
});

test('the fixtures of the mock are among the service’s addresses', async () => {
  await use(await createMock(), { baseUrl });
  expect(await (await call('/.well-known/cost-contract.json')).json()).toHaveProperty('commitments');
});

test('without a base URL the service is at the root of every host', async () => {
  await use(await createMock());
  for (const host of ['https://costs.example', 'http://127.0.0.1:4010']) {
    const answer = await fetch(`${host}/api/v1/providers`, {
      headers: { authorization: 'Bearer ccc_test_caller' },
    });
    expect(answer.status, host).toBe(200);
  }
});

test.each(['https://costs.example/v2.beta', 'https://costs.example/v2.beta/'])(
  'the service may be mounted below a path: %s',
  async (mounted) => {
    await use(await createMock(), { baseUrl: mounted });
    const headers = { authorization: 'Bearer ccc_test_caller' };
    expect((await fetch('https://costs.example/v2.beta/api/v1/providers', { headers })).status).toBe(200);
    expect(await (await fetch('https://costs.example/v2xbeta/api/v1/providers')).text()).toBe('elsewhere');
    expect(await (await fetch('https://costs.example/api/v1/providers')).text()).toBe('elsewhere');
  },
);

test('a base URL that is none is refused with an example', async () => {
  await expect(createHandlers(await createMock(), { baseUrl: 'costs' })).rejects.toThrow(
    'baseUrl is not a URL: write it like https://api.example.com, not "costs".',
  );
});
