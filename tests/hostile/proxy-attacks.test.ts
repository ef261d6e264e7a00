import { afterEach, describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import type { Proxy as RunningProxy } from '../../conformance/engine/traffic/proxy.js';
import { createProxy } from '../../conformance/suite/run.js';
import { type RawConnection, rawClient, rawServer, readRequest, readResponse } from './raw-http.js';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Setup {
  readonly url: string;
  readonly proxy: RunningProxy;
  readonly entries: object[];
  /** The connections that the proxy opened to the server. */
  readonly upstream: readonly RawConnection[];
}

/** Starts a proxy in front of a scripted server. */
async function setUp(onConnection: (connection: RawConnection) => unknown): Promise<Setup> {
  const server = await rawServer((connection) => void onConnection(connection));
  cleanUps.push(server.close);
  const entries: object[] = [];
  const proxy = createProxy({ target: new URL(server.url), onEntry: (entry) => entries.push(entry) });
  cleanUps.push(() => proxy.close());
  return { url: await proxy.listen({ port: 0 }), proxy, entries, upstream: server.connections };
}

/** Responds to each request with its target, after `before`. */
const echo =
  (before: (target: string) => Promise<unknown> | undefined = () => undefined) =>
  async (connection: RawConnection) => {
    let at = 0;
    for (;;) {
      await connection.until((text) => connection.isClosed || readRequest(text.slice(at)) !== undefined);
      const read = readRequest(connection.received.slice(at));
      if (!read) return;
      at = connection.received.length - read.rest.length;
      const [, target = ''] = read.message.startLine.split(' ');
      await before(target);
      connection.write(response(target));
    }
  };

const providers = '/api/v1/providers';
const smuggled = 'GET /api/v1/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const response = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const isHeadComplete = (text: string) => text.includes('\r\n\r\n');

/** Sends bytes over a new connection. Resolves with the first complete response. */
async function send(url: string, bytes: string, method = 'GET') {
  const client = await rawClient(url);
  cleanUps.push(async () => client.socket.destroy());
  client.write(bytes);
  const text = await client.until(
    (received) => readResponse(received, { method, isClosed: false }) !== undefined,
  );
  const read = readResponse(text, { method, isClosed: client.isClosed });
  return {
    client,
    read,
    status: Number(read?.message.startLine.split(' ')[1]),
    body: read?.message.body ?? '',
  };
}

const get = (url: string, target = providers) =>
  send(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

const received = ({ upstream }: Setup) => upstream.map((connection) => connection.received).join('');

/** All requests that a server would parse from the received bytes. */
function requestsAt(setup: Setup) {
  return setup.upstream.flatMap((connection) => {
    const messages = [];
    for (let text = connection.received; ; ) {
      const read = readRequest(text);
      if (!read) return messages;
      messages.push(read.message);
      text = read.rest;
    }
  });
}

const failures = ({ results }: Report) =>
  results
    .filter(({ status }) => status === 'failed')
    .map(({ id, operation, actual }) => ({ id, operation, actual }));

describe('does not forward a body as another request', () => {
  const length = `Content-Length: ${smuggled.length}\r\n`;
  const chunked = `Transfer-Encoding: chunked\r\n`;
  const inChunks = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
  const heads: [name: string, head: string, body: string][] = [
    ['Content-Length named in Connection', `Connection: keep-alive, content-length\r\n${length}`, smuggled],
    ['Transfer-Encoding named in Connection', `Connection: transfer-encoding\r\n${chunked}`, inChunks],
    ['a length after two thousand headers', `${'a:\r\n'.repeat(2000)}${length}`, smuggled],
    ['chunks after two thousand headers', `${'a:\r\n'.repeat(2000)}${chunked}`, inChunks],
    ['only a length', length, smuggled],
    [
      'chunks with extensions and trailers',
      chunked,
      inChunks.replace('\r\n', ';a=b\r\n').replace('0\r\n', '0\r\nHost: y\r\n'),
    ],
  ];
  const methods = ['GET', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PUT', 'PATCH'];
  test.each(heads.flatMap((head) => methods.map((method) => [method, ...head] as const)))(
    '%s with %s',
    async (method, _, head, body) => {
      const setup = await setUp(echo());
      await send(
        setup.url,
        `${method} ${providers} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n${body}`,
        method,
      );
      await get(setup.url, '/api/v1/honest');
      expect(requestsAt(setup).map(({ startLine, body }) => [startLine, body])).toEqual([
        [`${method} ${providers} HTTP/1.1`, smuggled],
        ['GET /api/v1/honest HTTP/1.1', ''],
      ]);
    },
  );
});

test('does not deliver the response to a smuggled request to the next client', async () => {
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const setup = await setUp(echo((target) => (target.includes('smuggled') ? blocked : undefined)));
  await send(
    setup.url,
    `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nConnection: content-length\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  );
  const next = get(setup.url, '/api/v1/honest');
  await expect.poll(() => received(setup)).toContain('/api/v1/honest');
  release();
  expect((await next).body).toBe('/api/v1/honest');
});

describe('rejects and does not forward', () => {
  const post = `POST ${providers} HTTP/1.1\r\nHost: localhost\r\n`;
  const zero = `0\r\n\r\n${smuggled}`;
  test.each([
    ['a length before chunks', 400, `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`],
    ['chunks before a length', 400, `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${zero}`],
    ['two lengths', 400, `${post}Content-Length: 0\r\nContent-Length: 4\r\n\r\n${smuggled}`],
    ['the same length twice', 400, `${post}Content-Length: 4\r\nContent-Length: 4\r\n\r\n${smuggled}`],
    ['a list of lengths', 400, `${post}Content-Length: 4, 4\r\n\r\n${smuggled}`],
    ['a length with a sign', 400, `${post}Content-Length: +4\r\n\r\n${smuggled}`],
    ['a coding before chunked', 501, `${post}Transfer-Encoding: gzip, chunked\r\n\r\n${zero}`],
    [
      'a coding before chunked, in two headers',
      501,
      `${post}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`,
    ],
    ['a coding without chunked', 501, `${post}Transfer-Encoding: gzip\r\n\r\n${zero}`],
    ['chunks twice', 400, `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`],
    ['an unknown coding', 501, `${post}Transfer-Encoding: xchunked\r\n\r\n${zero}`],
    [
      'chunks in HTTP/1.0',
      400,
      `POST ${providers} HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`,
    ],
    ['a space before a colon', 400, `${post}Content-Length : 4\r\n\r\n${smuggled}`],
    ['a folded header', 400, `${post}X-A: b\r\n Content-Length: 4\r\n\r\n${smuggled}`],
    ['a bare line feed', 400, `${post}X-A: b\nContent-Length: 4\r\n\r\n${smuggled}`],
    ['an invalid chunk size', 400, `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n${smuggled}`],
    ['two Hosts', 400, `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\n\r\n${smuggled}`],
    ['no Host', 400, `GET ${providers} HTTP/1.1\r\n\r\n${smuggled}`],
    ['DNS rebinding', 421, `GET ${providers} HTTP/1.1\r\nHost: evil.example:4020\r\n\r\n`],
    [
      'an unsupported version of HTTP',
      505,
      `GET ${providers} HTTP/2.0\r\nHost: localhost\r\n\r\n${smuggled}`,
    ],
    ['a tunnel', 501, `CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n${smuggled}`],
    [
      'a WebSocket',
      501,
      `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${smuggled}`,
    ],
    [
      'an upgrade to HTTP/2',
      501,
      `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${smuggled}`,
    ],
    [
      'an absolute URL of another server',
      400,
      `GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ],
    ['an unknown expectation', 417, `${post}Expect: a-miracle\r\nContent-Length: 4\r\n\r\nbody`],
    [
      'headers beyond 16 KiB',
      431,
      `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
  ])('%s', async (_, status, bytes) => {
    const setup = await setUp(echo());
    const rejected = await send(setup.url, bytes);
    expect([rejected.status, JSON.parse(rejected.body)]).toEqual([
      status,
      { success: false, timestamp: expect.any(String), error: expect.objectContaining({ details: null }) },
    ]);
    await get(setup.url, '/api/v1/honest');
    // A request with an invalid body may be forwarded partially, but never completely.
    expect(requestsAt(setup).map(({ startLine }) => startLine)).toEqual(['GET /api/v1/honest HTTP/1.1']);
  });
});

test('does not connect to the server for data after a rejected request', async () => {
  const setup = await setUp(echo());
  await send(setup.url, `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\n\r\n${smuggled}`);
  await get(setup.url, '/api/v1/honest');
  expect(setup.upstream).toHaveLength(1);
});

test('does not insert an error response into another response', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbeginning');
  });
  const client = await rawClient(setup.url);
  client.write(`GET ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await client.until((text) => text.includes('beginning'));
  client.write('not a request\r\n\r\n');
  expect((await client.until()).split('beginning')[1]).toBe('');
});

test('forwards Authorization even if Connection lists it, and removes other headers that it lists', async () => {
  const setup = await setUp(echo());
  await send(
    setup.url,
    `GET ${providers} HTTP/1.1\r\nHost: localhost\r\nConnection: Authorization, X-Hop, Host\r\nX-Hop: 1\r\nTE: trailers\r\nKeep-Alive: 5\r\nAuthorization: Bearer one_secret_key\r\nX-Own: 2\r\n\r\n`,
  );
  const names = requestsAt(setup)[0]?.headers.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['host', 'authorization', 'x-own']));
  expect(names).not.toEqual(expect.arrayContaining(['x-hop']));
  expect(names).not.toEqual(expect.arrayContaining(['te']));
  expect(names).not.toEqual(expect.arrayContaining(['keep-alive']));
});

test('forwards Content-Length and Set-Cookie of a response even if Connection lists them', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.write(
      'HTTP/1.1 200 OK\r\nConnection: content-length, set-cookie, x-hop\r\nX-Hop: 1\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\n{}',
    );
  });
  const { read } = await get(setup.url);
  expect(read?.message.headers).toEqual(
    expect.arrayContaining([
      ['content-length', '2'],
      ['set-cookie', 'a=b'],
    ]),
  );
  expect(read?.message.headers.map(([name]) => name)).not.toContain('x-hop');
});

describe('does not complete the request of a client that', () => {
  test.each<[string, (client: RawConnection) => unknown]>([
    ['resets the connection', (client) => client.socket.resetAndDestroy()],
    ['closes its half', (client) => client.socket.end()],
    ['sends an invalid chunk', (client) => client.write('zz\r\n')],
  ])('%s in the middle of the body', async (_, disconnect) => {
    const setup = await setUp(echo());
    const client = await rawClient(setup.url);
    client.write(
      `POST ${providers} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n`,
    );
    await expect.poll(() => received(setup)).toContain('begin');
    disconnect(client);
    await expect.poll(() => setup.upstream[0]?.isClosed).toBe(true);
    expect([(await get(setup.url, '/api/v1/honest')).body, requestsAt(setup)]).toMatchObject([
      '/api/v1/honest',
      [{ startLine: 'GET /api/v1/honest HTTP/1.1' }],
    ]);
    client.socket.destroy();
  });
});

test('aborts the pipelined requests of a client that disconnects', async () => {
  const setup = await setUp(() => undefined);
  const client = await rawClient(setup.url);
  const request = `GET ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  client.write(request.repeat(5));
  await expect.poll(() => setup.upstream.filter(({ received }) => isHeadComplete(received)).length).toBe(5);
  client.socket.resetAndDestroy();
  await expect.poll(() => setup.upstream.every(({ isClosed }) => isClosed)).toBe(true);
  const report = await setup.proxy.close();
  expect(report.notes.join()).toContain('5 exchanges without a response');
});

test('forwards a response that is sent before the whole body is read', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.socket.end(
      'HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
  });
  const body = 'x'.repeat(1 << 20);
  const { status } = await send(
    setup.url,
    `POST ${providers} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(status).toBe(413);
});

describe('reports and survives', () => {
  const json = 'Content-Type: application/json\r\n';
  test.each<[name: string, bytes: string, shown: string]>([
    ['status 000', 'HTTP/1.1 000 \r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 000'],
    ['status 001', 'HTTP/1.1 001 Odd\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 001'],
    ['status 101', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'HTTP/1.1 101'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'HTTP/1.1 101',
    ],
    ['status 600', 'HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 600'],
    ['status 999', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 999'],
    [
      'a control character in the reason',
      'HTTP/1.1 200 \x01OK\r\nContent-Length: 0\r\n\r\n',
      '200 \\u0001OK',
    ],
    ['a control character in a header', `HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 0\r\n\r\n`, 'X-A'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 0\r\n\r\n', '200 OK'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nnone\r\nContent-Length: 0\r\n\r\n', '200 OK'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ', '200 OK'],
    [
      'both a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '200 OK',
    ],
    ['a coding that is not chunked', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc', 'gzip'],
    [
      'a coding before chunked',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      'gzip, chunked',
    ],
    ['an unsupported version of HTTP', 'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n', 'HTTP/2.0'],
    ['another protocol than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'SSH-2.0'],
    ['headers beyond 16 KiB', `HTTP/1.1 200 OK\r\n${'X-More: of the same\r\n'.repeat(2000)}\r\n`, 'more'],
    ['endless interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000), '103'],
    ['a closed connection without a response', '', 'nothing'],
    ['a closed connection in the middle of the headers', `HTTP/1.1 200 OK\r\n${json}`, ''],
  ])('%s', async (_, bytes, shown) => {
    const setup = await setUp(async (connection) => {
      await connection.until(isHeadComplete);
      if (received(setup).includes('honest')) connection.write(response('fine'));
      else connection.socket.end(bytes, 'latin1');
    });
    const rejected = await get(setup.url);
    expect([rejected.status, JSON.parse(rejected.body)]).toEqual([
      502,
      {
        success: false,
        timestamp: expect.any(String),
        error: { code: 'BAD_GATEWAY', message: expect.any(String), details: null },
      },
    ]);
    expect((await get(setup.url, '/honest')).body).toBe('fine');
    const report = await setup.proxy.close();
    expect(failures(report)).toEqual([
      {
        id: 'envelope.body-is-a-json-object',
        operation: 'listProviders',
        actual: expect.stringContaining(shown),
      },
    ]);
    expect(setup.entries).toHaveLength(1);
  });

  test.each<[name: string, bytes: string, reset: boolean]>([
    [
      'a body shorter than its length',
      `HTTP/1.1 200 OK\r\n${json}Content-Length: 50\r\n\r\n{"success"`,
      false,
    ],
    [
      'a reset in the middle of the body',
      `HTTP/1.1 200 OK\r\n${json}Content-Length: 50\r\n\r\n{"success"`,
      true,
    ],
    [
      'chunks that end early',
      `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n40\r\n{"success"`,
      false,
    ],
    [
      'an invalid chunk size',
      `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\na\r\n{"success"\r\nzz\r\n`,
      false,
    ],
  ])('%s, which is also incomplete for the client', async (_, bytes, reset) => {
    const setup = await setUp(async (connection) => {
      await connection.until(isHeadComplete);
      connection.write(bytes);
      if (!reset) connection.socket.end();
      else if (await proxied) connection.socket.resetAndDestroy();
    });
    const client = await rawClient(setup.url);
    const proxied = client.until((text) => text.includes('success'));
    client.write(`GET ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const text = await client.until();
    // If the server fails immediately, the proxy may not have forwarded anything yet.
    const read = readResponse(text, { method: 'GET', isClosed: false });
    expect(read?.message.startLine ?? 'incomplete').toMatch(/^incomplete$|^HTTP\/1.1 502 /);
    const report = await setup.proxy.close();
    expect(failures(report)).toEqual([
      { id: 'envelope.body-is-a-json-object', operation: 'listProviders', actual: expect.any(String) },
    ]);
    expect(setup.entries).toHaveLength(1);
  });
});

describe('does not deliver data that a server sends after', () => {
  const extra = response('extra');
  test.each<[name: string, method: string, bytes: string]>([
    ['its response', 'GET', response('mine')],
    ['its chunks', 'GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmine\r\n0\r\n\r\n'],
    ['the headers of HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'],
    ['204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['204 with a length', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n'],
    ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
  ])('%s', async (_, method, bytes) => {
    const setup = await setUp(async (connection) => {
      await connection.until(isHeadComplete);
      if (connection.received.includes('honest')) {
        connection.write(response('honest'));
      } else {
        connection.write(bytes + extra);
        await expect.poll(() => mine !== undefined).toBe(true);
        connection.write(extra);
      }
    });
    let mine: Awaited<ReturnType<typeof send>> | undefined;
    mine = await send(setup.url, `${method} ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`, method);
    expect([mine.read?.message.startLine, mine.client.received]).toEqual([
      bytes.split('\r\n', 1)[0],
      expect.not.stringContaining('extra'),
    ]);
    if (bytes.includes('204')) expect(mine.client.received).not.toMatch(/content-length/i);
    mine.client.write('GET /honest HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const text = await mine.client.until((text) => text.includes('honest') || text.includes('extra'));
    expect([text.includes('honest'), text.includes('extra'), (await get(setup.url, '/honest')).body]).toEqual(
      [true, false, 'honest'],
    );
  });
});

test('reports bytes after a response, and checks the response', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.write(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}garbage`);
  });
  expect((await get(setup.url)).body).toBe('{}');
  const report = await setup.proxy.close();
  const found = failures(report);
  expect(found).toContainEqual({
    id: 'envelope.body-is-a-json-object',
    operation: 'listProviders',
    actual: expect.stringContaining('garbage'),
  });
  expect(found.map(({ id }) => id)).toContain('envelope.media-type-is-json');
});

test('closes while a server neither completes its response nor reads its request', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.write('HTTP/1.1 200 OK\r\n\r\nbeginning');
    connection.socket.pause();
  });
  const first = await rawClient(setup.url);
  first.write(`GET ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await first.until((text) => text.includes('beginning'));
  const second = await rawClient(setup.url);
  second.write(
    `POST ${providers} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(1 << 22)}`,
  );
  const third = await rawClient(setup.url);
  third.write('CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await third.until(isHeadComplete);
  const report = await setup.proxy.close();
  await Promise.all([first.until(), second.until(), third.until()]);
  expect(report.summary.errored).toBe(0);
});
