import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import { createMock } from '../create-mock.js';

const tunnel = 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n';

async function openTunnel(url: string) {
  const { hostname, port } = new URL(url);
  // Half-open: stays open after the server has closed its side.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(tunnel);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 /);
  return socket;
}

test('survives a client that resets the connection of a rejected CONNECT', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  process.on('uncaughtException', onError);
  onTestFinished(() => void process.off('uncaughtException', onError));
  const { mock, url } = await servedMock();
  for (let count = 0; count < 5; count += 1) {
    const socket = await openTunnel(url);
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  // The resets have arrived before this request.
  expect((await fetch(`${url}/.well-known/cost-contract.json`)).status).toBe(200);
  await mock.close();
  expect(errors).toEqual([]);
});

test('closes although a client leaves the connection of a rejected CONNECT open', async () => {
  const mock = await createMock();
  const socket = await openTunnel(await mock.listen());
  await mock.close();
  socket.destroy();
});

test('closes the connection after a request with Upgrade', async () => {
  const { hostname, port } = new URL((await servedMock()).url);
  const socket = connect({ host: hostname, port: Number(port) });
  const received = text(socket);
  socket.write(
    'GET /.well-known/cost-contract.json HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n' +
      'GET /api/v1/providers HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  // Resolves, since the server closes the connection.
  expect(await received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/);
});
