import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createSender, NoResponse } from './send.js';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function setUp(listener: RequestListener, timeoutMs = 2000) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sender = createSender(
    new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    timeoutMs,
  );
  cleanUps.push(
    () => sender.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
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

test('stops reading a body of unlimited size', async () => {
  const get = await setUp((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      if (!response.destroyed) response.write(chunk, more);
    };
    more();
  });
  await expect(get('/')).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
});

test('reports an error response of unlimited size as a violation', async () => {
  const get = await setUp((_, response) => {
    response.writeHead(500);
    const chunk = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      if (!response.destroyed) response.write(chunk, more);
    };
    more();
  });
  await expect(get('/')).rejects.toThrow('the body of its 500 is larger than 16 MiB');
});

test('requests an uncompressed response', async () => {
  const get = await setUp((request, response) => response.end(request.headers['accept-encoding']));
  expect((await get('/')).body).toBe('identity');
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

test('reuses a connection', async () => {
  const ports = new Set<number | undefined>();
  const get = await setUp((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{}');
  });
  for (let count = 0; count < 3; count += 1) await get('/');
  expect(ports.size).toBe(1);
});
