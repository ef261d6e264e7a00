import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createMock } from '../create-mock.js';

const tunnel = 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n';

async function openTunnel(url: string) {
  const { hostname, port } = new URL(url);
  // Half-open: it does not end because the server does.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(tunnel);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 /);
  return socket;
}

test('does not end because a client resets the tunnel that it was refused', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('uncaughtException', note);
  const mock = await createMock();
  try {
    const url = await mock.listen();
    for (let count = 0; count < 5; count += 1) {
      const socket = await openTunnel(url);
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    // The resets have arrived before this one has.
    expect((await fetch(`${url}/.well-known/cost-contract.json`)).status).toBe(200);
  } finally {
    await mock.close();
    process.off('uncaughtException', note);
  }
  expect(errors).toEqual([]);
});

test('does not wait for a client that holds on to the tunnel that it was refused', async () => {
  const mock = await createMock();
  const socket = await openTunnel(await mock.listen());
  await mock.close();
  socket.destroy();
});

test('does not let a client wait for what it sent behind a request for another protocol', async () => {
  const mock = await createMock();
  try {
    const { hostname, port } = new URL(await mock.listen());
    const socket = connect({ host: hostname, port: Number(port) });
    const received = text(socket);
    socket.write(
      'GET /.well-known/cost-contract.json HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n' +
        'GET /api/v1/providers HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    // It ends, since the connection does.
    expect(await received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/);
  } finally {
    await mock.close();
  }
});
