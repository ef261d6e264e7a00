import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../mocks/index.js';
import {
  type ScriptedResponse,
  type ScriptedServer,
  scriptedServer,
  succeeding,
} from '../../tests/support/client/scripted-server.js';
import { type ClientOptions, createClient } from './create-client.js';
import { ConnectionError } from './errors/connection-error.js';
import { TimeoutError } from './errors/timeout-error.js';
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
  const serve = async (...answers: ScriptedResponse[]) => {
    server = await scriptedServer(...answers);
    return impatient(server.url);
  };
  afterEach(() => server.close());

  it('a body that is shorter than announced is a broken connection', async () => {
    const cut: ScriptedResponse = (response) => {
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
