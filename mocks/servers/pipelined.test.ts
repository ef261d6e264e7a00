import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createMock } from '../create-mock.js';

const mock = await createMock({ rateLimit: 1_000_000 });
const port = Number(new URL(await mock.listen()).port);
afterAll(() => mock.close());

const delayed = [
  'GET /api/v1/providers HTTP/1.1',
  'Host: mock',
  'Authorization: Bearer ccc_test_caller',
  'Mock-Latency: 200',
  '\r\n',
].join('\r\n');
const hostless = 'GET /api/v1/providers HTTP/1.1\r\n\r\n';

/** Returns the statuses of all responses on a connection. */
async function statusesOf(bytes: string): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

test.each([
  ['bytes that are not HTTP', `${delayed}hello\r\n\r\n`, [200, 400]],
  [
    'bytes that are not HTTP after two delayed requests',
    `${delayed}${delayed}hello\r\n\r\n`,
    [200, 200, 400],
  ],
  ['a CONNECT', `${delayed}CONNECT mock:443 HTTP/1.1\r\nHost: mock\r\n\r\n`, [200, 400]],
  ['an unknown expectation', `${delayed}GET / HTTP/1.1\r\nHost: mock\r\nExpect: wonders\r\n\r\n`, [200, 417]],
  ['a request without a host, and bytes that are not HTTP', `${delayed}${hostless}hello\r\n\r\n`, [200, 400]],
])('does not send the response to %s before an earlier one', async (_name, bytes, statuses) => {
  expect(await statusesOf(bytes)).toEqual(statuses);
});
