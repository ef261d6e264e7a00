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

test('a path goes out as it is written', async () => {
  const get = await setUp((request, response) => response.end(request.url));
  expect((await get('/a%2Fb/%zz/../c?x=%20')).body).toBe('/a%2Fb/%zz/../c?x=%20');
});

test('a redirect is an answer, and is not followed', async () => {
  const get = await setUp((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());
  expect(await get('/')).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
});

test('a server that never answers ends in a time-out', async () => {
  const get = await setUp(() => undefined, 50);
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse', code: 'TIMEOUT' });
});

test('a body that never ends ends in a time-out too', async () => {
  const get = await setUp((_, response) => {
    response.writeHead(200);
    response.write('{');
  }, 50);
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse', code: 'TIMEOUT' });
});

test('a server that changes to another protocol ends in a time-out', async () => {
  const get = await setUp((_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  }, 50);
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse' });
});

test('a connection that breaks in the middle of the body is no answer', async () => {
  const get = await setUp((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  });
  await expect(get('/')).rejects.toMatchObject({ name: 'NoResponse' });
});

test('a body without end in size is cut off', async () => {
  const get = await setUp((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      if (!response.destroyed) response.write(chunk, more);
    };
    more();
  });
  await expect(get('/')).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
});

test('a failure without end in size is not taken for a long list', async () => {
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

test('nothing packed is asked for', async () => {
  const get = await setUp((request, response) => response.end(request.headers['accept-encoding']));
  expect((await get('/')).body).toBe('identity');
});

test('nobody listening is told in words', async () => {
  const sender = createSender(new URL('http://127.0.0.1:1'), 1000);
  await expect(sender.send({ method: 'GET', target: '/', headers: {}, body: null })).rejects.toThrow(
    'nothing listens there (connection refused)',
  );
});

test.each([
  ['the name of a header', { 'bad header': '1' }],
  ['the value of a header', { authorization: 'Bearer key\r' }],
])('%s that cannot be sent is an error of its own, and leaves no time-out behind', async (_, headers) => {
  const get = await setUp((_request, response) => response.end());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const refused = await get('/', headers).catch((error: unknown) => error);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  expect(refused).toBeInstanceOf(TypeError);
  expect(refused).not.toBeInstanceOf(NoResponse);
});

test('a request that is stopped on its way is no answer', async () => {
  const stop = new AbortController();
  const get = await setUp(() => stop.abort());
  await expect(get('/', {}, stop.signal)).rejects.toThrow(new NoResponse('the run was stopped', 'ABORT_ERR'));
  await expect(get('/', {}, stop.signal)).rejects.toThrow(new NoResponse('the run was stopped', 'ABORT_ERR'));
});

test('a connection is used again', async () => {
  const ports = new Set<number | undefined>();
  const get = await setUp((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{}');
  });
  for (let count = 0; count < 3; count += 1) await get('/');
  expect(ports.size).toBe(1);
});
