import { fetch as undiciFetch } from 'undici';
import { expect, it } from 'vitest';
import { scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import { scriptedServer, succeeding } from '../../tests/support/client/scripted-server.js';
import { packageVersion } from '../generated/methods.js';
import { createClient } from './create-client.js';
import { ApiError, isApiError } from './errors/api-error.js';
import type { Fetch } from './transport/transmit.js';

const options = { baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' };
const headerOf = (fetch: ReturnType<typeof scriptedFetch>, index: number, name: string) =>
  fetch.requests[index]?.headers.get(name);

it('sends Accept, User-Agent and the headers of the client, which those of a call replace', async () => {
  const fetch = scriptedFetch(success([]), success([]));
  const client = createClient({
    ...options,
    fetch,
    headers: { 'X-Team': 'billing', 'User-Agent': 'reports/1' },
  });
  await client.listProviders();
  await client.listProviders({}, { headers: { 'X-Team': 'platform' } });
  expect(headerOf(fetch, 0, 'accept')).toBe('application/json');
  expect([0, 1].map((index) => headerOf(fetch, index, 'x-team'))).toEqual(['billing', 'platform']);
  expect(headerOf(fetch, 1, 'user-agent')).toBe('reports/1');
});

it('names the package in User-Agent', async () => {
  const fetch = scriptedFetch(success([]));
  await createClient({ ...options, fetch }).listProviders();
  expect(headerOf(fetch, 0, 'user-agent')).toBe(`cloud-cost-contract/${packageVersion}`);
});

it('returns a client with other options, the same middleware and all headers', async () => {
  const fetch = scriptedFetch(success([]));
  const client = createClient({ ...options, fetch, headers: { 'X-Team': 'billing' } });
  client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', 't') });
  await client.withOptions({ apiKey: 'ccc_test_second', headers: { 'X-Report': 'monthly' } }).listProviders();
  const sent = ['x-team', 'x-report', 'x-trace', 'authorization'].map((name) => headerOf(fetch, 0, name));
  expect(sent).toEqual(['billing', 'monthly', 't', 'Bearer ccc_test_second']);
  expect(() => client.withOptions({ retry: 1 } as object)).toThrow("Unknown option 'retry'");
});

it('does not pass on middleware that was removed', async () => {
  const fetch = scriptedFetch(success([]));
  const client = createClient({ ...options, fetch });
  const tracing = { onRequest: ({ request }: { request: Request }) => request.headers.set('X-Trace', 't') };
  client.use(tracing);
  client.eject(tracing);
  await client.withOptions({}).listProviders();
  expect(headerOf(fetch, 0, 'x-trace')).toBeNull();
});

it('accepts the fetch of the npm package undici, for reads and writes', async () => {
  const server = await scriptedServer(succeeding, succeeding);
  const client = createClient({
    ...options,
    baseUrl: server.url,
    fetch: undiciFetch as unknown as Fetch,
    retries: 0,
  });
  expect(await client.listProviders()).toEqual([]);
  const endpoint = { url: 'https://receiver.example.com', event_types: ['optimization.completed'] };
  expect(await client.createWebhookEndpoint(endpoint)).toEqual([]);
});

it('recognizes an ApiError of another copy of the package', () => {
  const failed = { status: 404, headers: new Headers(), body: '' };
  const original = new ApiError({ code: 'NOT_FOUND', message: 'No.', details: null }, failed);
  class Copy extends Error {}
  const copy = Object.assign(new Copy(original.message), { ...original, name: 'ApiError' });
  expect(copy).not.toBeInstanceOf(ApiError);
  expect([isApiError(copy), isApiError(copy, 'NOT_FOUND'), isApiError(copy, 'CONFLICT')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isApiError(Object.assign(new Error('no'), { name: 'ApiError', status: 404 }))).toBe(false);
});

it('returns the next page of a page', async () => {
  const page = (id: string, has_next: boolean, current_page: number) =>
    success({ items: [{ id }], pagination: { has_next, current_page } });
  const fetch = scriptedFetch(page('a', true, 2), page('b', false, 3));
  const first = await createClient({ ...options, fetch }).listCommitments({ page: 2, page_size: 1 });
  expect(first.hasNextPage()).toBe(true);
  expect(JSON.parse(JSON.stringify(first))).toEqual({
    items: [{ id: 'a' }],
    pagination: { has_next: true, current_page: 2 },
  });
  const second = await first.getNextPage();
  expect(second.items).toMatchObject([{ id: 'b' }]);
  expect(new URL(fetch.requests[1]?.url ?? '').search).toBe('?page=3&page_size=1');
  expect(second.hasNextPage()).toBe(false);
  await expect(second.getNextPage()).rejects.toThrow('This is the last page. Check hasNextPage() first.');
});
