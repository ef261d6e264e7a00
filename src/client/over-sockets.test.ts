import { connect, createServer, type Server } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mock } from '../../mocks/index.js';
import {
  type ScriptedResponse,
  scriptedServer,
  succeeding,
} from '../../tests/support/client/scripted-server.js';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import { type ClientOptions, createClient } from './create-client.js';
import { ConnectionError } from './errors/connection-error.js';
import { TimeoutError } from './errors/timeout-error.js';
import type { AttemptEvent } from './transport/retry.js';

const apiKey = 'ccc_test_caller';
const endpoint = { url: 'https://receiver.example.com', event_types: ['optimization.completed'] };

/** A client that does not wait between attempts, but records how long it would have waited. */
function clientWithoutWaits(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const attempts: AttemptEvent[] = [];
  const client = createClient({
    baseUrl,
    apiKey,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    onAttempt: (event) => attempts.push(event),
    ...options,
  });
  return { client, waits, attempts, statuses: () => attempts.map(({ status }) => status) };
}

describe('over sockets to a scripted server', () => {
  const serve = async (...responses: ScriptedResponse[]) =>
    clientWithoutWaits((await scriptedServer(...responses)).url);

  it('retries a body that is shorter than its Content-Length', async () => {
    const cut: ScriptedResponse = (response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"success":true');
      response.socket?.end();
    };
    const { client, attempts } = await serve(cut, succeeding);
    expect(await client.listProviders()).toEqual([]);
    expect(attempts[0]?.error).toBeInstanceOf(ConnectionError);
  });

  it('rejects with the reason of a signal that aborts during the body, without a retry', async () => {
    const caller = new AbortController();
    const { client, attempts } = await serve((response) => {
      response.writeHead(200).write('{');
      caller.abort(new Error('enough'));
    }, succeeding);
    await expect(client.listProviders({}, { signal: caller.signal })).rejects.toThrow('enough');
    expect(attempts).toHaveLength(1);
  });

  it('ends the whole call when its signal times out', async () => {
    const { client, attempts } = await serve(() => {}, succeeding);
    const signal = AbortSignal.timeout(20);
    const error = await client.listProviders({}, { signal }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toBe(signal.reason);
    expect(attempts).toHaveLength(1);
  });
});

describe('over sockets to the mock', () => {
  let mock: Mock;
  let url: string;
  beforeEach(async () => {
    ({ mock, url } = await servedMock());
  });

  /** The mock numbers its endpoints, so the ID of the next one shows how many were created. */
  const endpointsCreated = async () => {
    mock.control.setFaults([]);
    const { id } = await createClient({ baseUrl: url, apiKey }).createWebhookEndpoint(endpoint);
    return Number.parseInt(id.replace('whe-', ''), 16) - 1;
  };

  it.each([401, 403, 404, 409, 422, 429, 500])(
    'throws an ApiError with the code of a documented %i',
    async (status) => {
      mock.control.setFaults([{ operation: 'updateVirtualTagKey', kind: 'status', status }]);
      const { client } = clientWithoutWaits(url, { retries: 0 });
      const call = client.updateVirtualTagKey({ key_id: 'vtk-1' }, { name: 'Team', expected_version: 1 });
      await expect(call).rejects.toMatchObject({
        name: 'ApiError',
        status,
        code: expect.stringMatching(/^[A-Z_]+$/),
        requestId: expect.any(String),
      });
    },
  );

  it('reports and waits for the Retry-After of a rate-limited call', async () => {
    mock.control.setFaults([{ operation: 'listProviders', kind: 'status', status: 429 }]);
    const { client, waits } = clientWithoutWaits(url);
    await expect(client.listProviders()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(waits).toEqual([1_000, 1_000]);
  });

  it('retries a write whose connection closed before it arrived', async () => {
    const proxy = await closeFirstConnection(Number(new URL(url).port));
    const { client, attempts } = clientWithoutWaits(`http://127.0.0.1:${portOf(proxy)}`);
    expect(await client.createWebhookEndpoint(endpoint)).toMatchObject({ id: 'whe-0001' });
    expect(attempts.map(({ error }) => error instanceof ConnectionError)).toEqual([true, false]);
    proxy.close();
  });

  it('retries a write that timed out until its response is replayed', async () => {
    mock.control.setFaults([{ operation: 'createWebhookEndpoint', kind: 'latency', ms: 1_000, nth: 1 }]);
    const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, 150));
    const { client, attempts, statuses } = clientWithoutWaits(url, { retries: 10, timeoutMs: 200, sleep });
    expect(await client.createWebhookEndpoint(endpoint)).toMatchObject({ id: 'whe-0001' });
    expect(attempts[0]?.error).toBeInstanceOf(TimeoutError);
    expect(statuses()).toContain(409);
    expect(await endpointsCreated()).toBe(1);
  });

  it('returns the same response to concurrent writes with one idempotency key', async () => {
    const idempotencyKey = crypto.randomUUID();
    const { client } = clientWithoutWaits(url, { retries: 10 });
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await client.createWebhookEndpoint(endpoint, { idempotencyKey })).id,
      ),
    );
    expect(new Set(ids)).toEqual(new Set(['whe-0001']));
    expect(await endpointsCreated()).toBe(1);
  });

  it('times out on a slow body', async () => {
    mock.control.setFaults([{ operation: 'listCommitments', kind: 'drip', bytes_per_second: 100, nth: 1 }]);
    const { client, attempts } = clientWithoutWaits(url, { retries: 10 });
    expect((await client.listCommitments({}, { timeoutMs: 250 })).items).toHaveLength(13);
    expect(attempts[0]?.error).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 250,
      operation: 'listCommitments',
      attempt: 1,
    });
  });

  it('throws a ConnectionError with the address if the connection is refused', async () => {
    const { client } = clientWithoutWaits(url, { retries: 0 });
    await mock.close();
    await expect(client.listProviders()).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNREFUSED',
      message: expect.stringContaining(url),
    });
  });
});

/** A TCP proxy that closes the first connection without reading from it. */
async function closeFirstConnection(port: number): Promise<Server> {
  let isFirst = true;
  const server = createServer((socket) => {
    if (isFirst) {
      isFirst = false;
      socket.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}
