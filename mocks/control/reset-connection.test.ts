import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { servedMock } from '../../tests/support/mock/test-mock.js';
import { listen } from '../servers/node.js';
import { timeStamps } from '../session/clock.js';
import type { Client } from '../types.js';

/** A non-loopback address of this machine. */
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((known) => known?.family === 'IPv4' && !known.internal)?.address;

const attempts = 20;
const body = '{"now":"2027-01-01T00:00:00Z"}';
const write = `PUT /__mock/clock HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends a request and resets the connection immediately, so that the server can no longer read its address. */
async function sendAndReset(host: string, port: number): Promise<void> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  socket.write(write, () => socket.resetAndDestroy());
  await once(socket, 'close');
}

/** Attacks a mock that other machines can reach. A changed clock shows that the attack succeeded. */
async function attack(host: string, options: { controlToken?: string } = {}) {
  const { mock, url } = await servedMock({ frozen: true, ...options }, { host: '0.0.0.0' });
  const port = Number(new URL(url).port);
  const before = mock.control.now();
  for (let i = 0; i < attempts; i++) await sendAndReset(host, port);
  // The server has read the earlier requests by then.
  for (let i = 0; i < 3; i++) await fetch(`http://127.0.0.1:${port}/.well-known/cost-contract.json`);
  return { before, after: mock.control.now() };
}

test.runIf(elsewhere)('does not execute a control call whose connection was reset', async () => {
  const { before, after } = await attack(elsewhere as string);
  expect(after).toBe(before);
});

test('does not execute a control call without the token whose connection was reset', async () => {
  const { before, after } = await attack('127.0.0.1', { controlToken: 'open-sesame' });
  expect(after).toBe(before);
});

/** A server that records its clients. */
async function recordingServer(host: string) {
  const seen: Client[] = [];
  const respond = async ({ client }: { client: Client }) => {
    seen.push(client);
    return { status: 204, headers: {}, body: null };
  };
  const { url, close } = await listen(respond, timeStamps(Date), { host });
  onTestFinished(close);
  return { seen, url };
}

test.runIf(elsewhere)('does not treat a connection that was reset as local', async () => {
  const { seen, url } = await recordingServer('0.0.0.0');
  const port = Number(new URL(url).port);
  for (let i = 0; i < attempts; i++) await sendAndReset(elsewhere as string, port);
  await fetch(url);
  const remote = seen.filter(
    (client) => client.kind === 'socket' && [elsewhere, null].includes(client.address),
  );
  expect(seen.length).toBeGreaterThan(1);
  expect(remote).toHaveLength(seen.length - 1);
});

test.each([
  ['127.0.0.1', false],
  ['0.0.0.0', true],
])('a server at %s reports isExposed %s', async (host, isExposed) => {
  const { seen, url } = await recordingServer(host);
  await fetch(url);
  expect(seen).toEqual([{ kind: 'socket', address: '127.0.0.1', isExposed }]);
});
