import { expect, test } from 'vitest';
import { type RawConnection, rawClient } from '../raw-http.js';
import {
  echo,
  get,
  isHeadComplete,
  providers,
  received,
  requestsAt,
  send,
  setUp,
  smuggled,
} from './attacked-proxy.js';

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
  'does not forward a body as another request: %s with %s',
  async (method, _, head, body) => {
    const setup = await setUp(echo());
    await send(setup.url, `${method} ${providers} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n${body}`, method);
    await get(setup.url, '/api/v1/honest');
    expect(requestsAt(setup).map(({ startLine, body }) => [startLine, body])).toEqual([
      [`${method} ${providers} HTTP/1.1`, smuggled],
      ['GET /api/v1/honest HTTP/1.1', ''],
    ]);
  },
);

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
  ['an unsupported version of HTTP', 505, `GET ${providers} HTTP/2.0\r\nHost: localhost\r\n\r\n${smuggled}`],
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
])('rejects and does not forward %s', async (_, status, bytes) => {
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

test.each<[string, (client: RawConnection) => unknown]>([
  ['resets the connection', (client) => client.socket.resetAndDestroy()],
  ['closes its half', (client) => client.socket.end()],
  ['sends an invalid chunk', (client) => client.write('zz\r\n')],
])('does not complete the request of a client that %s in the middle of the body', async (_, disconnect) => {
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
