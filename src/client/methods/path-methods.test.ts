import createFetchClient, { type Middleware } from 'openapi-fetch';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../../tests/support/client/scripted-fetch.js';
import type { components, paths } from '../../generated/types.js';
import { type Client, type ClientOptions, createClient } from '../create-client.js';
import { ConnectionError } from '../errors/connection-error.js';
import { unwrap } from '../unwrap.js';

type Schemas = components['schemas'];
const baseUrl = 'http://127.0.0.1:4010';
const apiKey = 'ccc_test_caller';
const body = { url: 'https://receiver.example.com', event_types: ['optimization.completed'] };

function clientOver(fetch: ReturnType<typeof scriptedFetch>, options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl, apiKey, fetch, sleep: async () => {}, ...options });
}

describe('a path method', () => {
  it('has the types of openapi-fetch, also with open enums', () => {
    type Plain = ReturnType<typeof createFetchClient<paths>>;
    expectTypeOf<Client['use']>().toEqualTypeOf<Plain['use']>();
    const calls = async (client: Client, plain: Plain) => {
      const path = { commitment_id: 'ri/1' };
      const parameters = { params: { path }, headers: { 'X-Trace': 't' }, parseAs: 'text' } as const;
      const text = await client.GET('/api/v1/commitments/detail/{commitment_id}', parameters);
      expectTypeOf(text.data).toEqualTypeOf<string | undefined>();
      const theirs = await plain.GET('/api/v1/commitments/detail/{commitment_id}', parameters);
      expectTypeOf(text.error).toExtend<typeof theirs.error>();
      // @ts-expect-error no such option
      await client.GET('/api/v1/providers', { timeoutMS: 5 });
    };
    expectTypeOf(calls).toBeFunction();
  });

  it('resolves with the envelope as data, and the response', async () => {
    const client = clientOver(scriptedFetch(success([], { headers: { 'X-Request-Id': 'req_1' } })));
    const { data, error, response } = await client.GET('/api/v1/providers');
    expectTypeOf(data?.data).toEqualTypeOf<Schemas['Provider'][] | undefined>();
    expect(data).toMatchObject({ success: true, data: [] });
    expect(error).toBeUndefined();
    expect(response.headers.get('X-Request-Id')).toBe('req_1');
  });

  it('resolves with the error response as error', async () => {
    const client = clientOver(scriptedFetch(failure(404, 'NOT_FOUND')));
    const { data, error, response } = await client.GET('/api/v1/commitments/renewal/{commitment_id}', {
      params: { path: { commitment_id: 'ri/1' } },
    });
    expect(data).toBeUndefined();
    expect(error?.error.code).toBe('NOT_FOUND');
    expect(response.status).toBe(404);
  });

  it('resolves like openapi-fetch for the same responses', async () => {
    const responses = () => [
      success([1]),
      failure(404, 'NOT_FOUND'),
      new Response('<html>', { status: 500 }),
      new Response(null, { status: 204 }),
    ];
    const plain = createFetchClient<paths>({ baseUrl, fetch: scriptedFetch(...responses()) });
    const ours = clientOver(scriptedFetch(...responses()), { retries: 0 });
    for (const _ of responses()) {
      const { response: theirs, ...expected } = await plain.GET('/api/v1/providers');
      const { response, ...result } = await ours.GET('/api/v1/providers');
      expect(result).toEqual(expected);
      expect([response.status, [...response.headers]]).toEqual([theirs.status, [...theirs.headers]]);
    }
  });

  it('can be unwrapped into the payload, with its type', async () => {
    const client = clientOver(scriptedFetch(success([{ provider_id: 'provider_a' }]), failure(403, 'ANY')));
    const providers = unwrap(await client.GET('/api/v1/providers'));
    expectTypeOf(providers).toEqualTypeOf<Schemas['Provider'][]>();
    expect(providers).toEqual([{ provider_id: 'provider_a' }]);
    const forbidden = await client.GET('/api/v1/providers');
    expect(() => unwrap(forbidden)).toThrow(expect.objectContaining({ name: 'ApiError', code: 'ANY' }));
  });

  it('retries with the API key and the idempotency key of the first attempt', async () => {
    const fetch = scriptedFetch(failure(503, 'ANY'), success({}, { status: 201 }));
    await clientOver(fetch).POST('/api/v1/webhooks/endpoints', { body });
    const [first, second] = fetch.requests.map(({ headers }) => [
      headers.get('Authorization'),
      headers.get('Idempotency-Key'),
    ]);
    expect(first).toEqual([`Bearer ${apiKey}`, expect.any(String)]);
    expect(second).toEqual(first);
  });

  it('accepts the options of one call', async () => {
    const fetch = scriptedFetch(failure(503, 'ANY'), success([]));
    const client = clientOver(fetch);
    expect((await client.GET('/api/v1/providers', { retries: 0 })).response.status).toBe(503);
    await expect(client.GET('/api/v1/providers', { retries: 11 })).rejects.toThrow(
      'integer from 0 to 10, got 11',
    );
    const own = scriptedFetch(success([]));
    await client.request('get', '/api/v1/providers', { fetch: own });
    expect(own.requests[0]?.headers.get('Authorization')).toBe(`Bearer ${apiKey}`);
  });

  it('throws if there is no response', async () => {
    const client = clientOver(scriptedFetch(new TypeError('fetch failed')), { retries: 0 });
    await expect(client.GET('/api/v1/providers')).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('middleware of openapi-fetch', () => {
  const naming = (name: string, seen: string[]): Middleware => ({
    onRequest({ request }) {
      seen.push(`request ${name}`);
      request.headers.set(`X-${name}`, '1');
    },
    onResponse({ response }) {
      seen.push(`response ${name}`);
      const { status, headers } = response;
      return new Response(response.body, {
        status,
        headers: { ...Object.fromEntries(headers), [name]: '1' },
      });
    },
  });

  it('runs in order, once per call, for named methods and path methods', async () => {
    const seen: string[] = [];
    const fetch = scriptedFetch(failure(500, 'ANY'), success([]), success([]));
    const client = clientOver(fetch, { middleware: [naming('first', seen)] });
    client.use(naming('second', seen));
    await client.listProviders();
    expect(seen).toEqual(['request first', 'request second', 'response second', 'response first']);
    expect(fetch.requests.map(({ headers }) => headers.get('X-second'))).toEqual(['1', '1']);
    const { response } = await client.GET('/api/v1/providers', { middleware: [naming('third', seen)] });
    expect(['first', 'second', 'third'].map((name) => response.headers.get(name))).toEqual(['1', '1', '1']);
  });

  it('is removed by eject', async () => {
    const seen: string[] = [];
    const middleware = naming('first', seen);
    const client = clientOver(scriptedFetch(success([])), { middleware: [middleware] });
    client.eject(middleware);
    await client.listProviders();
    expect(seen).toEqual([]);
  });

  it('can respond without a request', async () => {
    const fetch = scriptedFetch();
    const client = clientOver(fetch, { middleware: [{ onRequest: () => success(['cached']) }] });
    expect(await client.listProviders()).toEqual(['cached']);
    expect(fetch.requests).toEqual([]);
  });

  it('can handle an error', async () => {
    const onError = ({ error }: { error: unknown }) =>
      error instanceof ConnectionError ? success(['from a cache']) : undefined;
    const client = clientOver(scriptedFetch(new TypeError('fetch failed')), {
      retries: 0,
      middleware: [{ onError }],
    });
    expect(await client.listProviders()).toEqual(['from a cache']);
  });

  it('can replace the request and its signal', async () => {
    const onRequest: NonNullable<Middleware['onRequest']> = ({ request }) =>
      new Request(request, { signal: AbortSignal.abort(new Error('enough')) });
    const fetch = scriptedFetch();
    const client = clientOver(fetch, { middleware: [{ onRequest }] });
    await expect(client.createWebhookEndpoint(body)).rejects.toThrow('enough');
    expect(fetch.requests).toEqual([]);
  });

  it('receives the path template', async () => {
    const seen: string[] = [];
    const onRequest: NonNullable<Middleware['onRequest']> = ({ schemaPath }) => void seen.push(schemaPath);
    await clientOver(scriptedFetch(success({})), { middleware: [{ onRequest }] }).getCommitment({
      commitment_id: 'ri/1',
    });
    expect(seen).toEqual(['/api/v1/commitments/detail/{commitment_id}']);
  });

  it('cannot replace the API key', async () => {
    const fetch = scriptedFetch(success([]));
    const onRequest: NonNullable<Middleware['onRequest']> = ({ request }) =>
      request.headers.set('Authorization', 'Bearer another');
    await clientOver(fetch, { middleware: [{ onRequest }] }).listProviders();
    expect(fetch.requests[0]?.headers.get('Authorization')).toBe(`Bearer ${apiKey}`);
  });

  it('cannot send the API key to another host', async () => {
    const fetch = scriptedFetch();
    const onRequest: NonNullable<Middleware['onRequest']> = ({ request }) =>
      new Request('https://elsewhere.example/', request);
    const client = clientOver(fetch, { middleware: [{ onRequest }] });
    await expect(client.listProviders()).rejects.toThrow('only sent to http://127.0.0.1:4010');
    const plain = clientOver(fetch);
    await expect(plain.GET('/api/v1/providers', { baseUrl: 'https://elsewhere.example' })).rejects.toThrow(
      'changed the origin to https://elsewhere.example',
    );
    expect(fetch.requests).toEqual([]);
  });
});
