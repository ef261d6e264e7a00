import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../mocks/index.js';
import {
  failing,
  type ScriptedAnswer,
  type ScriptedServer,
  scriptedServer,
  succeeding,
} from '../../tests/support/client/scripted-server.js';
import { type ClientOptions, createClient } from './create-client.js';
import { ApiError } from './errors/api-error.js';
import { ConnectionError } from './errors/connection-error.js';
import { TimeoutError } from './errors/timeout-error.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';
import type { AttemptEvent } from './transport/retry.js';

const apiKey = 'ccc_test_caller';
const endpoint = { url: 'https://receiver.example.com', event_types: ['optimization.completed'] };

/** A client that does not wait between tries, and remembers how long it would have waited. */
function impatient(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const tries: AttemptEvent[] = [];
  const client = createClient({
    baseUrl,
    apiKey,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    onAttempt: (report) => tries.push(report),
    ...options,
  });
  return { client, waits, tries, statuses: () => tries.map(({ status }) => status) };
}

describe('answered by a server', () => {
  let server: ScriptedServer;
  const serve = async (...answers: ScriptedAnswer[]) => {
    server = await scriptedServer(...answers);
    return impatient(server.url);
  };
  afterEach(() => server.close());

  it.each([408, 409, 429, 500, 501, 502, 503, 504, 599])('a read is tried again after %i', async (status) => {
    const { client, statuses } = await serve(failing(status), succeeding);
    expect(await client.listProviders()).toEqual([]);
    expect(statuses()).toEqual([status, 200]);
  });

  it.each([408, 409, 429, 500, 503])(
    'a keyed write is tried again after %i, with its key',
    async (status) => {
      const { client } = await serve(failing(status), succeeding);
      await client.createWebhookEndpoint(endpoint);
      const [first, second] = server.requests.map(({ headers }) => headers['idempotency-key']);
      expect([typeof first, second]).toEqual(['string', first]);
    },
  );

  it.each([400, 401, 403, 404, 405, 410, 413, 415, 422, 428])(
    'nothing is tried again after %i',
    async (status) => {
      const { client, statuses } = await serve(failing(status), succeeding);
      await expect(client.listProviders()).rejects.toMatchObject({
        name: 'ApiError',
        status,
        code: `CODE_${status}`,
      });
      expect(statuses()).toEqual([status]);
    },
  );

  it('a removal is not tried again', async () => {
    const { client, statuses } = await serve(failing(503), succeeding);
    await expect(client.deleteWebhookEndpoint({ endpoint_id: 'whe-1' })).rejects.toBeInstanceOf(ApiError);
    expect(statuses()).toEqual([503]);
  });

  it('the last failure is raised after two more tries', async () => {
    const { client, waits } = await serve(failing(500), failing(502), failing(503));
    await expect(client.listProviders()).rejects.toMatchObject({ status: 503 });
    expect(waits.map((wait) => Math.round(wait / 1_000))).toEqual([1, 2]);
  });

  it('Retry-After is heeded in seconds and as a date', async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const { client, waits } = await serve(
      failing(429, { 'Retry-After': '7' }),
      failing(503, { 'Retry-After': soon }),
      succeeding,
    );
    await client.listProviders();
    expect(waits[0]).toBe(7_000);
    expect(waits[1]).toBeGreaterThan(20_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
  });

  it('a page of a proxy is no answer of the service', async () => {
    const { client } = await serve((response) => response.writeHead(200).end('<html>'));
    await expect(client.listProviders()).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  it('a redirect is not followed', async () => {
    const { client } = await serve((response) => response.writeHead(307, { Location: '/elsewhere' }).end());
    await expect(client.listProviders()).rejects.toThrow('redirect');
    expect(server.requests).toHaveLength(1);
  });

  it('a body that is shorter than announced is a broken connection', async () => {
    const cut: ScriptedAnswer = (response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"success":true');
      response.socket?.end();
    };
    const { client, tries } = await serve(cut, succeeding);
    expect(await client.listProviders()).toEqual([]);
    expect(tries[0]?.error).toBeInstanceOf(ConnectionError);
  });

  it('a caller who gives up in the middle of a body gets the reason, and no further try', async () => {
    const caller = new AbortController();
    const { client, tries } = await serve((response) => {
      response.writeHead(200).write('{');
      caller.abort(new Error('enough'));
    }, succeeding);
    await expect(client.listProviders({}, { signal: caller.signal })).rejects.toThrow('enough');
    expect(tries).toHaveLength(1);
  });

  it('a signal that runs out ends the call, not only the try', async () => {
    const { client, tries } = await serve(() => {}, succeeding);
    const signal = AbortSignal.timeout(20);
    const error = await client.listProviders({}, { signal }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toBe(signal.reason);
    expect(tries).toHaveLength(1);
  });
});

describe('over sockets to the mock', () => {
  let mock: Mock;
  let url: string;
  beforeEach(async () => {
    mock = await createMock();
    url = await mock.listen({ port: 0 });
  });
  afterEach(() => mock.close());

  /** The mock numbers its endpoints, so the next one tells how many there have been. */
  const endpointsMade = async () => {
    mock.control.setFaults([]);
    const { id } = await createClient({ baseUrl: url, apiKey }).createWebhookEndpoint(endpoint);
    return Number.parseInt(id.replace('whe-', ''), 16) - 1;
  };

  it.each([401, 403, 404, 409, 422, 429, 500])(
    'a documented %i is an ApiError of its own code',
    async (status) => {
      mock.control.setFaults([{ operation: 'updateVirtualTagKey', kind: 'status', status }]);
      const { client } = impatient(url, { retries: 0 });
      const answer = client.updateVirtualTagKey({ key_id: 'vtk-1' }, { name: 'Team', expected_version: 1 });
      await expect(answer).rejects.toMatchObject({
        name: 'ApiError',
        status,
        code: expect.stringMatching(/^[A-Z_]+$/),
        requestId: expect.any(String),
      });
    },
  );

  it('tells how long a rate-limited caller has to wait', async () => {
    mock.control.setFaults([{ operation: 'listProviders', kind: 'status', status: 429 }]);
    const { client, waits } = impatient(url);
    await expect(client.listProviders()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(waits).toEqual([1_000, 1_000]);
  });

  it('a write whose answer was lost ran once', async () => {
    mock.control.setFaults([{ operation: 'createWebhookEndpoint', kind: 'drop', nth: 1 }]);
    const { client, tries } = impatient(url);
    expect(await client.createWebhookEndpoint(endpoint)).toMatchObject({ id: 'whe-0001' });
    expect(tries.map(({ status, error }) => status ?? error)).toEqual([expect.any(ConnectionError), 201]);
    expect(await endpointsMade()).toBe(1);
  });

  it('a write whose answer was cut ran once', async () => {
    mock.control.setFaults([{ operation: 'createWebhookEndpoint', kind: 'truncate', bytes: 30, nth: 1 }]);
    const { client, tries } = impatient(url);
    expect(await client.createWebhookEndpoint(endpoint)).toMatchObject({ id: 'whe-0001' });
    expect(tries).toHaveLength(2);
    expect(await endpointsMade()).toBe(1);
  });

  it('a write whose connection broke before it arrived runs at the next try', async () => {
    const broken = await brokenOnce(Number(new URL(url).port));
    const { client, tries } = impatient(`http://127.0.0.1:${portOf(broken)}`);
    expect(await client.createWebhookEndpoint(endpoint)).toMatchObject({ id: 'whe-0001' });
    expect(tries.map(({ error }) => error instanceof ConnectionError)).toEqual([true, false]);
    broken.close();
  });

  it('a write that is late is met in flight, and then replayed', async () => {
    mock.control.setFaults([{ operation: 'createWebhookEndpoint', kind: 'latency', ms: 1_000, nth: 1 }]);
    const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, 150));
    const { client, tries, statuses } = impatient(url, { retries: 10, timeoutMs: 200, sleep });
    expect(await client.createWebhookEndpoint(endpoint)).toMatchObject({ id: 'whe-0001' });
    expect(tries[0]?.error).toBeInstanceOf(TimeoutError);
    expect(statuses()).toContain(409);
    expect(await endpointsMade()).toBe(1);
  });

  it('of writes that race with one key one runs, and all get its answer', async () => {
    const idempotencyKey = crypto.randomUUID();
    const { client } = impatient(url, { retries: 10 });
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await client.createWebhookEndpoint(endpoint, { idempotencyKey })).id,
      ),
    );
    expect(new Set(ids)).toEqual(new Set(['whe-0001']));
    expect(await endpointsMade()).toBe(1);
  });

  it('a body that comes too slowly is late', async () => {
    mock.control.setFaults([{ operation: 'listCommitments', kind: 'drip', bytes_per_second: 100, nth: 1 }]);
    const { client, tries } = impatient(url, { retries: 10 });
    expect((await client.listCommitments({}, { timeoutMs: 250 })).items).toHaveLength(13);
    expect(tries[0]?.error).toEqual(new TimeoutError(250));
  });

  it('a stale version is told at once', async () => {
    const { client, tries } = impatient(url);
    const { tag_key } = await (await mock.fetch('/.well-known/cost-contract.json')).json();
    const body = { name: tag_key.name, expected_version: tag_key.version + 1 };
    await expect(client.updateVirtualTagKey({ key_id: tag_key.id }, body)).rejects.toMatchObject({
      status: 409,
      details: { reason: 'stale_version' },
    });
    expect(tries).toHaveLength(1);
  });

  it('nobody at that address is a ConnectionError that names it', async () => {
    const { client } = impatient(url, { retries: 0 });
    await mock.close();
    await expect(client.listProviders()).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNREFUSED',
      message: expect.stringContaining(url),
    });
  });
});

/** Ends the first connection before it has read from it, and hands on all others. */
async function brokenOnce(port: number): Promise<Server> {
  let isFirst = true;
  const server = createServer((socket) => {
    if (isFirst) {
      isFirst = false;
      socket.destroy();
      return;
    }
    const onward = connect(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}
