import { expect, expectTypeOf, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import type { components } from '../generated/types.js';
import { createClient } from './create-client.js';
import { ApiError } from './errors/api-error.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';
import type { AttemptEvent } from './transport/retry.js';

type Commitment = components['schemas']['Commitment'];
const baseUrl = 'http://127.0.0.1:4010';
const apiKey = 'ccc_test_secret';
const endpoint = { url: 'https://receiver.example.com', event_types: ['optimization.completed'] };
const chosen = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('returns the payload without the envelope, with its type', async () => {
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: scriptedFetch(success({ items: [], pagination: {} })),
  });
  const page = await client.listCommitments();
  expectTypeOf(page.items).toEqualTypeOf<Commitment[]>();
  expect(page.items).toEqual([]);
});

it('sends the API key as a bearer token', async () => {
  const fetch = scriptedFetch(success([]));
  await createClient({ baseUrl, apiKey, fetch }).listProviders();
  expect(fetch.requests[0]?.headers.get('Authorization')).toBe(`Bearer ${apiKey}`);
});

it('calls the apiKey function before each call', async () => {
  const fetch = scriptedFetch(success([]), success([]));
  const keys = ['first', 'second'];
  const client = createClient({ baseUrl, apiKey: () => keys.shift() ?? '', fetch });
  await client.listProviders();
  await client.listProviders();
  expect(fetch.requests.map((sent) => sent.headers.get('Authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
  ]);
});

it('sends a version 4 UUID as the idempotency key of a write', async () => {
  const fetch = scriptedFetch(success({ id: 'whe-1' }, { status: 201 }));
  await createClient({ baseUrl, apiKey, fetch }).createWebhookEndpoint(endpoint);
  expect(fetch.requests[0]?.headers.get('Idempotency-Key')).toMatch(uuidV4);
});

it.each([
  ['an option', { idempotencyKey: chosen }],
  ['a header', { headers: { 'Idempotency-Key': chosen } }],
  ['a parameter', { params: { header: { 'Idempotency-Key': chosen } } }],
])('sends the idempotency key of the caller, passed as %s', async (_, init) => {
  const fetch = scriptedFetch(success({}));
  await createClient({ baseUrl, apiKey, fetch }).POST('/api/v1/webhooks/endpoints', {
    body: endpoint,
    ...init,
  });
  expect(fetch.requests[0]?.headers.get('Idempotency-Key')).toBe(chosen);
});

it.each([
  ["a proxy's error page", new Response('<html>', { status: 502 })],
  ['a success without an envelope', Response.json([1])],
  ['an error without an envelope', Response.json({ message: 'no' }, { status: 404 })],
  ['an empty body', new Response('')],
  ['success: true with an error status', Response.json({ success: true, data: 1 }, { status: 404 })],
])('throws UnexpectedResponseError for %s', async (_, response) => {
  const client = createClient({ baseUrl, apiKey, fetch: scriptedFetch(response), retries: 0 });
  await expect(client.listProviders()).rejects.toBeInstanceOf(UnexpectedResponseError);
});

it('does not follow a redirect', async () => {
  const fetch = scriptedFetch(
    new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example' } }),
  );
  await expect(createClient({ baseUrl, apiKey, fetch }).listProviders()).rejects.toThrow('redirect');
  expect(fetch.requests[0]?.redirect).toBe('manual');
});

it('stops at an empty page even if has_next is true', async () => {
  const fetch = scriptedFetch(success({ items: [], pagination: { has_next: true } }));
  expect(await createClient({ baseUrl, apiKey, fetch }).listCommitments().all()).toEqual([]);
  expect(fetch.requests).toHaveLength(1);
});

it('iterates from the requested page', async () => {
  const fetch = scriptedFetch(success({ items: [{ id: 'c' }], pagination: { has_next: false } }));
  const client = createClient({ baseUrl, apiKey, fetch });
  await client.listCommitments({ page: 3, page_size: 1 }).all();
  expect(fetch.requests.map((sent) => new URL(sent.url).search)).toEqual(['?page_size=1&page=3']);
});

it('calls onAttempt after each attempt', async () => {
  const events: AttemptEvent[] = [];
  const fetch = scriptedFetch(success({}));
  const client = createClient({ baseUrl, apiKey, fetch, onAttempt: (event) => events.push(event) });
  await client.getCommitment({ commitment_id: 'ri/1' });
  const path = '/api/v1/commitments/detail/{commitment_id}';
  expect(events).toMatchObject([{ method: 'GET', path, url: `${baseUrl}${path.replace(/{.*}/, 'ri%2F1')}` }]);
});

it.each([
  ['', 'apiKey is empty'],
  // As from an unset environment variable.
  [undefined as unknown as string, 'apiKey is empty'],
  ['secret\n', 'characters that are not allowed in a header'],
])('rejects the key %j without including it in the message', async (bad, reason) => {
  const error = expect.objectContaining({ message: expect.stringContaining(reason) });
  expect(() => createClient({ baseUrl, apiKey: bad })).toThrow(error);
  const call = createClient({ baseUrl, apiKey: () => bad, fetch: scriptedFetch() }).listProviders();
  await expect(call).rejects.toEqual(error);
  await expect(call).rejects.not.toThrow('secret');
});

it('accepts a base URL with a trailing slash', async () => {
  const fetch = scriptedFetch(success([]));
  await createClient({ baseUrl: `${baseUrl}/gateway/`, apiKey, fetch }).listProviders();
  expect(fetch.requests[0]?.url).toBe(`${baseUrl}/gateway/api/v1/providers`);
});

it('applies the options of a call to this call only', async () => {
  const fetch = scriptedFetch(failure(500, 'ANY'), success([]));
  const client = createClient({ baseUrl, apiKey, fetch });
  const once = { retries: 0, timeoutMs: 5, headers: { 'X-Trace': 't' } };
  await expect(client.listProviders({}, once)).rejects.toBeInstanceOf(ApiError);
  expect(fetch.requests[0]?.headers.get('x-trace')).toBe('t');
  await client.listProviders();
  expect(fetch.requests[1]?.headers.has('x-trace')).toBe(false);
});
