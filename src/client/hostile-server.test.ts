import { describe, expect, it } from 'vitest';
import { scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import { scriptedServer } from '../../tests/support/client/scripted-server.js';
import { type ClientOptions, createClient } from './create-client.js';
import type { Fetch } from './transport/transmit.js';

const baseUrl = 'http://127.0.0.1:4010';
const apiKey = 'ccc_test_very_secret';

/** A client that does not wait between attempts, and records how long it would have waited. */
function clientOver(fetch: Fetch, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return { client: createClient({ baseUrl, apiKey, fetch, sleep, ...options }), waits };
}

/** Responds to each request for a page. */
const pagesBy =
  (respond: (page: number) => unknown, requests: number[] = []): Fetch =>
  async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page'));
    requests.push(page);
    if (requests.length > 50) throw new Error('The list is read endlessly.');
    return success(respond(page));
  };

describe('a list that never ends', () => {
  const rows = (page: number) => [{ id: `${page}-a` }, { id: `${page}-b` }];

  it.each<[string, (page: number) => unknown, number]>([
    ['if each page has the same items', () => ({ items: rows(1), pagination: { has_next: true } }), 2],
    [
      'if current_page does not advance',
      (page) => ({ items: rows(page), pagination: { has_next: true, current_page: 1, total_pages: 9 } }),
      2,
    ],
    [
      'if has_next is true after total_pages',
      (page) => ({ items: rows(page), pagination: { has_next: true, current_page: page, total_pages: 3 } }),
      4,
    ],
  ])('throws a PaginationError %s', async (_, respond, page) => {
    const requests: number[] = [];
    const { client } = clientOver(pagesBy(respond, requests));
    const error = await client
      .listCommitments()
      .all()
      .catch((thrown: unknown) => thrown);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'PaginationError',
      message: expect.stringContaining(`page ${page} of /api/v1/commitments`),
      ...{ operation: 'listCommitments', method: 'GET', path: '/api/v1/commitments', attempt: null, page },
    });
    expect(requests.at(-1)).toBe(page);
  });

  it('yields the items before the repeated page', async () => {
    const respond = (page: number) => ({
      items: rows(Math.min(page, 2)),
      pagination: { has_next: true },
    });
    const { client } = clientOver(pagesBy(respond));
    const ids: string[] = [];
    const readIds = async () => {
      for await (const { id } of client.listCommitments()) ids.push(id);
    };
    await expect(readIds()).rejects.toMatchObject({ name: 'PaginationError', page: 3 });
    expect(ids).toEqual(['1-a', '1-b', '2-a', '2-b']);
  });

  it.each([[{}], [{ items: null, pagination: {} }], [{ items: [] }], [null]])(
    'throws a PaginationError for the payload %j',
    async (data) => {
      const { client } = clientOver(pagesBy(() => data));
      await expect(client.listCommitments().all()).rejects.toMatchObject({
        name: 'PaginationError',
        message: expect.stringContaining('has no `items` and `pagination`'),
      });
    },
  );

  it('ends if a row is added during the iteration', async () => {
    const respond = (page: number) => ({
      items: rows(page),
      pagination: { has_next: page < 4, current_page: page, total_pages: page === 1 ? 3 : 4 },
    });
    const { client } = clientOver(pagesBy(respond));
    expect(await client.listCommitments().all()).toHaveLength(8);
  });
});

it.each<[Partial<ClientOptions>, string]>([
  [{ retries: Number.POSITIVE_INFINITY }, 'retries must be an integer from 0 to 10, got Infinity.'],
  [{ retries: 11 }, 'integer from 0 to 10, got 11'],
  [{ retries: -1 }, 'integer from 0 to 10, got -1'],
  [{ retries: 1.5 }, 'integer from 0 to 10, got 1.5'],
  [{ retries: Number.NaN }, 'integer from 0 to 10, got NaN'],
  [{ retries: '3' as unknown as number }, 'integer from 0 to 10, got "3"'],
  [{ timeoutMs: 0 }, 'timeoutMs must be a number greater than 0, got 0.'],
  [{ timeoutMs: -1 }, 'timeoutMs must be a number greater than 0, got -1'],
  [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number greater than 0, got NaN'],
  [{ maxResponseBytes: 0 }, 'maxResponseBytes must be an integer greater than 0, got 0.'],
  [
    { maxResponseBytes: Number.POSITIVE_INFINITY },
    'maxResponseBytes must be an integer greater than 0, got Infinity',
  ],
])('options are rejected if they are invalid: %j', async (options, message) => {
  expect(() => createClient({ baseUrl, apiKey, ...options })).toThrow(message);
  const fetch = scriptedFetch();
  const { client } = clientOver(fetch);
  await expect(client.listProviders({}, options as object)).rejects.toThrow(message);
  expect(fetch.requests).toEqual([]);
});

describe('an unknown option', () => {
  it.each<[object, string]>([
    [{ retry: 3 }, "createClient: Unknown option 'retry'. Did you mean 'retries'?"],
    [{ baseURL: 'https://api.example.com' }, "Did you mean 'baseUrl'?"],
    [{ colour: 3 }, "Unknown option 'colour'. Known options: baseUrl, insecure, apiKey"],
  ])('is rejected by createClient: %j', (options, message) => {
    expect(() => createClient({ baseUrl, apiKey, ...options })).toThrow(message);
  });

  it('is rejected by a named method, which sends nothing', async () => {
    const fetch = scriptedFetch();
    const { client } = clientOver(fetch);
    const message = "listProviders: Unknown option 'retry'. Did you mean 'retries'?";
    await expect(client.listProviders({}, { retry: 3 } as object)).rejects.toThrow(new TypeError(message));
    await expect(client.listCommitments({}, { retry: 3 } as object)).rejects.toThrow('Unknown option');
    expect(fetch.requests).toEqual([]);
  });
});

describe('an endless body', () => {
  it('is not read beyond the limit, and not retried', async () => {
    let sent = 0;
    const server = await scriptedServer((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const chunk = ' '.repeat(65_536);
      const more = () => {
        while (sent < 64 * 1_048_576 && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    const limited = createClient({ baseUrl: server.url, apiKey, maxResponseBytes: 1_048_576 });
    await expect(limited.listProviders()).rejects.toMatchObject({
      name: 'ResponseTooLargeError',
      maxBytes: 1_048_576,
      message: expect.stringContaining('maxResponseBytes'),
    });
    expect(server.requests).toHaveLength(1);
    expect(sent).toBeLessThan(32 * 1_048_576);
  });

  it('is cancelled when the limit is reached', async () => {
    let cancelled = false;
    const chunk = new Uint8Array(1_000);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk),
      cancel() {
        cancelled = true;
      },
    });
    const { client } = clientOver(async () => new Response(endless), { maxResponseBytes: 10_000 });
    await expect(client.listProviders()).rejects.toMatchObject({ name: 'ResponseTooLargeError' });
    expect(cancelled).toBe(true);
  });

  it('of an error response is not read beyond a megabyte', async () => {
    const body = () => new Response(' '.repeat(1_048_577), { status: 400 });
    const { client } = clientOver(async () => body());
    await expect(client.listProviders()).rejects.toMatchObject({
      name: 'ResponseTooLargeError',
      status: 400,
      maxBytes: 1_048_576,
    });
  });

  it('of exactly the maximum size is read', async () => {
    const bytes = new TextEncoder().encode(await success(['ä€']).text());
    const split = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
      );
    const { client } = clientOver(async () => split(), { maxResponseBytes: bytes.length });
    expect(await client.listProviders()).toEqual(['ä€']);
    await expect(client.listProviders({}, { maxResponseBytes: bytes.length - 1 })).rejects.toMatchObject({
      name: 'ResponseTooLargeError',
    });
  });
});
