import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSender, NoResponse } from './send.js';

async function senderOf(server: Server | TlsServer, scheme: string, timeoutMs: number) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sender = createSender(new URL(`${scheme}://127.0.0.1:${port}`), timeoutMs);
  onTestFinished(() => {
    sender.close();
    server.closeAllConnections?.();
    server.close();
  });
  return sender;
}

/** Sends requests of a method to a server. */
async function senderTo(server: Server | TlsServer, scheme = 'http') {
  const sender = await senderOf(server, scheme, 2000);
  return (method: string, options: { once?: boolean } = {}) =>
    sender.send({ method, target: '/', headers: {}, body: null, ...options });
}

async function setUp(listener: RequestListener, timeoutMs = 2000) {
  const sender = await senderOf(createServer(listener), 'http', timeoutMs);
  return (target: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    sender.send({ method: 'GET', target, headers, body: null }, signal);
}

test('sends a path unchanged', async () => {
  const get = await setUp((request, response) => response.end(request.url));
  expect((await get('/a%2Fb/%zz/../c?x=%20')).body).toBe('/a%2Fb/%zz/../c?x=%20');
});

test('returns a redirect without following it', async () => {
  const get = await setUp((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());
  expect(await get('/')).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
});

test('times out if the server never responds', async () => {
  const get = await setUp(() => undefined, 50);
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse', code: 'TIMEOUT' });
});

test('times out if the body never ends', async () => {
  const get = await setUp((_, response) => {
    response.writeHead(200);
    response.write('{');
  }, 50);
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse', code: 'TIMEOUT' });
});

test('throws NoResponse if the server switches protocols', async () => {
  const get = await setUp((_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  }, 50);
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse' });
});

test('throws NoResponse if the connection closes within the body', async () => {
  const get = await setUp((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  });
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse' });
});

test.each([
  [200, { code: 'BODY_TOO_LARGE' }],
  [500, { message: 'the body of its 500 is larger than 16 MiB' }],
])('stops reading a %d of unlimited size', async (status, error) => {
  const get = await setUp((_, response) => {
    response.writeHead(status);
    const chunk = Buffer.alloc(1024 * 1024);
    const more = (error?: Error | null): void => {
      if (!error && !response.destroyed) response.write(chunk, more);
    };
    more();
  });
  await expect(get('/')).rejects.toMatchObject(error);
});

test('requests an uncompressed response', async () => {
  const get = await setUp((request, response) => response.end(request.headers['accept-encoding']));
  expect((await get('/')).body).toBe('identity');
});

test('decodes a response of a server that always compresses', async () => {
  const get = await setUp((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"success":true}')),
  );
  expect((await get('/')).body).toBe('{"success":true}');
});

test.each([
  [200, 'larger than 16 MiB', 'gzip', () => gzipSync(Buffer.alloc(17 << 20))],
  [200, 'the body of its 200 has Content-Encoding "dcb", which Node', 'dcb', () => Buffer.from('?')],
  [500, 'the body of its 500 has Content-Encoding br, but is not br', 'br', () => Buffer.from('Oops')],
])('reports a %d whose body is %s', async (status, message, coding, body) => {
  const get = await setUp((_, response) =>
    response.writeHead(status, { 'content-encoding': coding }).end(body()),
  );
  await expect(get('/')).rejects.toThrow(message);
});

test('describes a refused connection', async () => {
  const sender = createSender(new URL('http://127.0.0.1:1'), 1000);
  await expect(sender.send({ method: 'GET', target: '/', headers: {}, body: null })).rejects.toThrow(
    'nothing listens there (connection refused)',
  );
});

test.each([
  ['the name of a header', { 'bad header': '1' }],
  ['the value of a header', { authorization: 'Bearer key\r' }],
])('throws a TypeError and clears its timer if %s is invalid', async (_, headers) => {
  const get = await setUp((_request, response) => response.end());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const error = await get('/', headers).catch((reason: unknown) => reason);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  expect(error).toBeInstanceOf(TypeError);
  expect(error).not.toBeInstanceOf(NoResponse);
});

test('throws NoResponse if the request is aborted', async () => {
  const stop = new AbortController();
  const get = await setUp(() => stop.abort());
  await expect(get('/', {}, stop.signal)).rejects.toThrow(new NoResponse('the run was stopped', 'ABORT_ERR'));
  await expect(get('/', {}, stop.signal)).rejects.toThrow(new NoResponse('the run was stopped', 'ABORT_ERR'));
});

test.each([
  ['one connection for all requests', 200, 1],
  ['a new connection after a 500', 500, 3],
])('uses %s', async (_, status, connections) => {
  const ports = new Set<number | undefined>();
  const get = await setUp((request, response) => {
    ports.add(request.socket.remotePort);
    response.writeHead(status).end('{}');
  });
  for (let count = 0; count < 3; count += 1) await get('/');
  expect(ports.size).toBe(connections);
});

/** A server that closes each connection instead of a second response, after some bytes of it. */
async function closesReused(bytes = '') {
  const served = new WeakSet<object>();
  const methods: string[] = [];
  const server = createServer(({ socket, method = '' }, response) => {
    methods.push(method);
    if (served.has(socket)) socket.end(bytes);
    else response.end('{}');
    served.add(socket);
  });
  return { send: await senderTo(server), methods };
}

test('repeats a read on a new connection if the server closes a reused one', async () => {
  const { send, methods } = await closesReused();
  for (let count = 0; count < 4; count += 1) expect(await send('GET')).toMatchObject({ status: 200 });
  // The second request of each shared connection is sent twice.
  expect(methods).toHaveLength(6);
});

test.each(['GET', 'POST', 'PUT', 'DELETE'])('sends a %s at most five times', async (method) => {
  let requests = 0;
  const server = createServer(({ socket }) => {
    requests += 1;
    socket.destroy();
  });
  const send = await senderTo(server);
  await expect(send(method)).rejects.toMatchObject({
    message: 'the connection was closed before the response was complete',
    attempts: 5,
  });
  expect(requests).toBe(5);
});

/** A server that closes the first connections without a response. */
async function closesFirst(closed: number) {
  const methods: string[] = [];
  const server = createServer(({ socket, method = '' }, response) => {
    methods.push(method);
    if (methods.length <= closed) socket.destroy();
    else response.end('{}');
  });
  return { send: await senderTo(server), methods };
}

test.each(['GET', 'POST', 'PUT', 'DELETE'])('counts how often it sends a %s', async (method) => {
  const { send } = await closesFirst(2);
  expect(await send(method)).toMatchObject({ status: 200, attempts: 3 });
  expect(await send(method)).toMatchObject({ status: 200, attempts: 1 });
});

test('does not repeat a request that must be sent once', async () => {
  const { send, methods } = await closesFirst(1);
  await expect(send('POST', { once: true })).rejects.toMatchObject({ attempts: 1 });
  expect(methods).toHaveLength(1);
});

test('does not repeat a read of which a part was received', async () => {
  const { send, methods } = await closesReused('HTTP/1.1 2');
  await send('GET');
  await expect(send('GET')).rejects.toMatchObject({ name: 'NoResponse' });
  expect(methods).toHaveLength(2);
});

test.each(['POST', 'PUT', 'DELETE'])('sends each %s on its own connection', async (method) => {
  const { send, methods } = await closesReused();
  await send('GET');
  for (let count = 0; count < 3; count += 1) expect(await send(method)).toMatchObject({ status: 200 });
  expect(methods).toEqual(['GET', method, method, method]);
});

test('repeats a read over TLS', async () => {
  const [key, cert] = ['key', 'cert'].map((name) => readFileSync(`tests/support/tls/${name}.pem`));
  const served = new WeakSet<object>();
  let requests = 0;
  const server = createTlsServer({ key, cert }, ({ socket }, response) => {
    requests += 1;
    if (served.has(socket)) socket.end();
    else response.end('{}');
    served.add(socket);
  });
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const send = await senderTo(server, 'https');
  for (let count = 0; count < 4; count += 1) expect(await send('GET')).toMatchObject({ status: 200 });
  expect(requests).toBe(6);
});

test('names a server that accepts only HTTP/2', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    // An empty SETTINGS frame.
    socket.write(Buffer.from('000000040000000000', 'hex'));
  });
  const send = await senderTo(server as Server);
  await expect(send('POST')).rejects.toThrow('the server accepts only HTTP/2; let it accept HTTP/1.1 too');
});
