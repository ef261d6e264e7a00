import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, createClient } from '../../src/client/index.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
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
const call = (path: string, init?: RequestInit) => withKey(fetch)(`${baseUrl}${path}`, init);
const post = (body: string, key: string) =>
  call('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });

describe('MSW with the handlers of a mock', () => {
  let mock: Mock;
  beforeEach(async () => {
    mock = await createMock({ frozen: true });
    await use({ ...mock, fetch: validated(mock.fetch) }, { baseUrl });
  });

  test('returns the response of the mock', async () => {
    const response = await call('/api/v1/commitments?page=2&page_size=3');
    const direct = await withKey(mock.fetch)('/api/v1/commitments?page=2&page_size=3');
    expect(await response.json()).toEqual(await direct.json());
  });

  test('runs a write with an idempotency key once and marks its replay', async () => {
    const key = crypto.randomUUID();
    const [first, again] = [
      await post(JSON.stringify(endpoint), key),
      await post(JSON.stringify(endpoint), key),
    ];
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await again.text()).toBe(await first.text());
  });

  test('fails with a network error when the mock drops the connection', async () => {
    await use(mock, { baseUrl });
    mock.control.setFaults([{ operation: '*', kind: 'drop' }]);
    await expect(call('/api/v1/providers')).rejects.toThrow(TypeError);
  });

  test('returns errors in the envelope', async () => {
    const malformed = await post('{"url":', crypto.randomUUID());
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
    const unauthenticated = await call('/api/v1/providers', { headers: { authorization: 'Bearer nobody' } });
    expect(unauthenticated.status).toBe(401);
  });

  test('finds a commitment with an encoded id', async () => {
    const response = await call(`/api/v1/commitments/detail/${encodeURIComponent(savingsPlan)}`);
    expect(await response.json()).toMatchObject({ success: true, data: { id: savingsPlan } });
  });

  test('returns 400 for malformed percent-encoding', async () => {
    expect((await call('/api/v1/commitments/detail/%zz')).status).toBe(400);
  });

  test('responds to HEAD without a body', async () => {
    const response = await call('/api/v1/providers', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('does not handle other URLs', async () => {
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

  test('serves the client, which iterates over all pages and throws ApiError', async () => {
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

test('handles the path of the fixtures document', async () => {
  await use(await createMock(), { baseUrl });
  expect(await (await call('/.well-known/cost-contract.json')).json()).toHaveProperty('commitments');
});

test('handles every host without a base URL', async () => {
  await use(await createMock());
  for (const host of ['https://costs.example', 'http://127.0.0.1:4010']) {
    expect((await withKey(fetch)(`${host}/api/v1/providers`)).status, host).toBe(200);
  }
});

test.each(['https://costs.example/v2.beta', 'https://costs.example/v2.beta/'])(
  'supports a base URL with a path: %s',
  async (withPath) => {
    await use(await createMock(), { baseUrl: withPath });
    expect((await withKey(fetch)('https://costs.example/v2.beta/api/v1/providers')).status).toBe(200);
    expect(await (await fetch('https://costs.example/v2xbeta/api/v1/providers')).text()).toBe('elsewhere');
    expect(await (await fetch('https://costs.example/api/v1/providers')).text()).toBe('elsewhere');
  },
);

test('rejects an invalid base URL with an example of a valid one', async () => {
  await expect(createHandlers(await createMock(), { baseUrl: 'costs' })).rejects.toThrow(
    'createHandlers: Invalid `baseUrl` "costs". Pass a URL such as https://api.example.com.',
  );
});
