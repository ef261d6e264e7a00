import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import type { CommitmentPage, Provider } from '../generated/types.js';
import type { ApiResponse } from './api-promise.js';
import { createClient } from './create-client.js';
import type { PageOf } from './paged-response.js';

const clientOver = (...responses: readonly Response[]) => {
  const fetch = scriptedFetch(...responses);
  return { fetch, client: createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test', fetch }) };
};
const headers = {
  'X-Request-Id': 'req_1',
  RateLimit: '"default";r=599;t=42',
  'RateLimit-Policy': '"default";q=600;w=60',
  Deprecation: '@1767225600',
  Link: '</api/v1/commitments/coverage-rates>; rel="successor-version"',
};

describe('withResponse', () => {
  it('returns the payload with status, headers, request ID, rate limit and deprecation', async () => {
    const { client, fetch } = clientOver(success([{ provider_id: 'provider_a' }], { headers }));
    const response = await client.listProviders().withResponse();
    expectTypeOf(response).toEqualTypeOf<ApiResponse<Provider[]>>();
    expect(response).toMatchObject({
      data: [{ provider_id: 'provider_a' }],
      status: 200,
      requestId: 'req_1',
      rateLimit: { limit: 600, windowSeconds: 60, remaining: 599, resetSeconds: 42 },
      deprecation: { since: new Date('2026-01-01'), successor: '/api/v1/commitments/coverage-rates' },
    });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(fetch.requests).toHaveLength(1);
  });

  it('returns null for headers that the server does not send', async () => {
    const { client } = clientOver(success({}, { status: 201 }));
    const body = { url: 'https://receiver.example.com', event_types: [] };
    const { status, requestId, rateLimit, deprecation } = await client
      .createWebhookEndpoint(body)
      .withResponse();
    expect([status, requestId, rateLimit, deprecation]).toEqual([201, null, null, null]);
  });

  it('returns one page of a list', async () => {
    const page = { items: [{ id: 'a' }], pagination: { has_next: true } };
    const { client, fetch } = clientOver(success(page, { headers }));
    const list = client.listCommitments({ page_size: 1 });
    const response = await list.withResponse();
    expectTypeOf(response).toEqualTypeOf<ApiResponse<PageOf<CommitmentPage>>>();
    expect(response.data).toEqual(page);
    expect(await list).toBe(response.data);
    expect(fetch.requests).toHaveLength(1);
  });

  it('can be called after the payload was awaited', async () => {
    const { client, fetch } = clientOver(success([], { headers }));
    const call = client.listProviders();
    expect(await call).toEqual([]);
    expect((await call.withResponse()).requestId).toBe('req_1');
    expect(fetch.requests).toHaveLength(1);
  });
});

describe('an error', () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => void unhandled.push(reason);
  afterEach(() => void process.off('unhandledRejection', record));

  it('rejects withResponse, and is not unhandled', async () => {
    process.on('unhandledRejection', record);
    const { client } = clientOver(failure(404, 'NOT_FOUND'));
    await expect(client.listProviders().withResponse()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });
});
