import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { servedMock, withKey } from '../../tests/support/mock/test-mock.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock } from '../create-mock.js';

const errors: unknown[] = [];
const authorization = 'Bearer ccc_test_caller';
const arn = 'arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60';

const mock = await createMock({ rateLimit: 100_000, onError: (error) => errors.push(error) });
const url = await mock.listen();
afterAll(() => mock.close());

const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } };
const endpoint = JSON.stringify({
  url: 'https://hooks.example/cost',
  event_types: ['optimization.completed'],
});

test.each<[string, string, RequestInit, number, string]>([
  ['a missing key', '/api/v1/providers', { headers: { authorization: '' } }, 401, 'AUTHENTICATION_ERROR'],
  ['an unknown path', '/api/v1/nothing', {}, 404, 'NOT_FOUND'],
  ['a path outside the API', '/nothing', {}, 404, 'NOT_FOUND'],
  ['another method', '/api/v1/providers', { method: 'DELETE' }, 405, 'NOT_FOUND'],
  ['bad percent-encoding in the path', '/api/v1/commitments/detail/%zz', {}, 400, 'BAD_REQUEST'],
  ['bad percent-encoding in the query', '/api/v1/commitments?provider=%zz', {}, 400, 'BAD_REQUEST'],
  [
    'a commitment id that is encoded twice',
    '/api/v1/commitments/renewal-quote/arn%253Aprovider_a',
    {},
    404,
    'NOT_FOUND',
  ],
  ['malformed JSON', '/api/v1/webhooks/endpoints', { ...post, body: '{"url":' }, 400, 'BAD_REQUEST'],
  [
    'a body of another content type',
    '/api/v1/webhooks/endpoints',
    { method: 'POST', body: new URLSearchParams({ url: 'x' }) },
    415,
    'BAD_REQUEST',
  ],
  [
    'a body of 2 MiB',
    '/api/v1/webhooks/endpoints',
    { ...post, body: 'x'.repeat(2 * 1024 * 1024) },
    413,
    'BAD_REQUEST',
  ],
])('returns the failure envelope for %s', async (_name, path, init, status, code) => {
  const response = await withKey(validated(fetch))(`${url}${path}`, init);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ success: false, error: { code } });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
});

test('accepts the largest request that the document allows', async () => {
  const filters = ['service', 'account_id', 'region', 'tag_key', 'tag_value', 'charge_type', 'usage_type'];
  const more = ['platform', 'environment', 'virtual_tag_value'];
  const values = Array.from(
    { length: 100 },
    (_, index) => `${'😀'.repeat(254)}${String(index).padStart(2, '0')}`,
  );
  const query = new URLSearchParams([
    ['virtual_tag_key', 'vtk-cost-center'],
    ...[...filters, ...more].flatMap((name) => values.map((value) => [name, value])),
  ]);
  expect(query.toString().length).toBeGreaterThan(3_000_000);
  const response = await withKey(fetch)(`${url}/api/v1/providers/provider_a/costs/breakdown?${query}`);
  expect(response.status).toBe(200);
});

/** Sends raw bytes and waits until the server closes the connection. */
async function raw(bytes: string, to = url): Promise<string> {
  const socket = connect(Number(new URL(to).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const get = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: mock\r\nAuthorization: ${authorization}\r\nConnection: ${connection}\r\n\r\n`;

test.each([
  ['input that is not HTTP', 'hello\r\n\r\n', 400],
  ['a request without a host', 'GET /api/v1/providers HTTP/1.1\r\n\r\n', 400],
  ['CONNECT', 'CONNECT mock:443 HTTP/1.1\r\nHost: mock\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: mock\r\nExpect: wonders\r\n\r\n', 417],
  ['headers of 5 MB', `GET / HTTP/1.1\r\nHost: mock\r\nX: ${'x'.repeat(5_000_000)}\r\n\r\n`, 431],
])('returns the failure envelope for %s', async (_name, bytes, status) => {
  const response = await raw(bytes);
  expect(response).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    success: false,
    error: { code: 'BAD_REQUEST' },
  });
});

const postHead = (...lines: string[]) =>
  [
    'POST /api/v1/webhooks/endpoints HTTP/1.1',
    'Host: mock',
    `Authorization: ${authorization}`,
    ...lines,
  ].join('\r\n');
const chunked = `\r\n\r\n${endpoint.length.toString(16)}\r\n${endpoint}\r\n0\r\n\r\n`;
const plain = `\r\nContent-Length: ${endpoint.length}\r\n\r\n${endpoint}`;
const type = 'Content-Type: application/json';
const key = `Idempotency-Key: ${randomUUID()}`;

/** Ambiguous requests, as used for request smuggling. */
test.each([
  ['two hosts', 'GET /api/v1/providers HTTP/1.1\r\nHost: mock\r\nhost: evil\r\n\r\n', 400],
  ['two identical hosts', 'GET /api/v1/providers HTTP/1.1\r\nHost: mock\r\nHost: mock\r\n\r\n', 400],
  ['two hosts of HTTP/1.0', 'GET /api/v1/providers HTTP/1.0\r\nHost: mock\r\nHost: evil\r\n\r\n', 400],
  ['two API keys', `${postHead(type, 'Authorization: Bearer other')}${plain}`, 400],
  ['two media types', `${postHead(type, 'Content-Type: text/plain')}${plain}`, 400],
  ['two idempotency keys', `${postHead(type, key, key)}${plain}`, 400],
  ['two lengths', `${postHead(type, 'Content-Length: 1')}${plain}`, 400],
  [
    'a length and chunks',
    `${postHead(type, 'Content-Length: 1', 'Transfer-Encoding: chunked')}${chunked}`,
    400,
  ],
  ['a compressed transfer', `${postHead(type, 'Transfer-Encoding: gzip, chunked')}${chunked}`, 400],
  [
    'a compressed transfer in two lines',
    `${postHead(type, 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked')}${chunked}`,
    400,
  ],
  ['chunks in chunks', `${postHead(type, 'Transfer-Encoding: chunked, chunked')}${chunked}`, 400],
  ['a transfer coding without chunks', `${postHead(type, 'Transfer-Encoding: gzip')}${chunked}`, 400],
  ['a body in UTF-16', `${postHead(`${type}; charset=utf-16`, 'Connection: close')}${plain}`, 415],
  [
    'two content codings',
    `${postHead(type, 'Content-Encoding: gzip, br', 'Connection: close')}${plain}`,
    415,
  ],
  ['a page of 300 digits', get(`/api/v1/commitments?page=${'9'.repeat(300)}`, 'close'), 422],
])('rejects %s with the failure envelope, without writing anything', async (_name, bytes, status) => {
  const before = (await raw(get('/.well-known/cost-contract.json', 'close'))).split('\r\n\r\n')[1];
  const response = await raw(bytes);
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(response.split('HTTP/1.1 ')).toHaveLength(2);
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    success: false,
    error: { code: status === 422 ? 'VALIDATION_ERROR' : 'BAD_REQUEST' },
  });
  expect((await raw(get('/.well-known/cost-contract.json', 'close'))).split('\r\n\r\n')[1]).toBe(before);
});

test('returns one response to a body that is too large and then malformed', async () => {
  const large = `${(2 * 1024 * 1024).toString(16)}\r\n${'x'.repeat(2 * 1024 * 1024)}\r\nno chunk\r\n`;
  const response = await raw(`${postHead(type, 'Transfer-Encoding: chunked')}\r\n\r\n${large}`);
  expect(response).toMatch(/^HTTP\/1.1 413 /);
  expect(response.split('HTTP/1.1 ')).toHaveLength(2);
});

test('accepts a chunked body and HTTP/1.0', async () => {
  const inChunks = await raw(
    `${postHead(type, 'transfer-encoding: Chunked', 'Connection: close')}${chunked}`,
  );
  expect(inChunks).toContain('HTTP/1.1 201 ');
  const http10 = 'GET /.well-known/cost-contract.json HTTP/1.0\r\n\r\n';
  expect(await raw(http10)).toContain(' 200 ');
});

test('returns 408 for a body that never arrives', async () => {
  const shortTimeout = await mock.listen({ requestTimeoutMs: 100 });
  const response = await raw(
    'POST /api/v1/webhooks/endpoints HTTP/1.1\r\nHost: mock\r\nContent-Length: 10\r\n\r\n{',
    shortTimeout,
  );
  expect(response).toContain('HTTP/1.1 408 ');
  expect(response).toContain('"success":false');
});

test.each([
  encodeURIComponent(arn),
  encodeURIComponent(arn).replaceAll(/%../g, (code) => code.toLowerCase()),
])('finds an encoded id in upper and lower case: %s', async (encoded) => {
  const response = await withKey(validated(fetch))(`${url}/api/v1/commitments/renewal-quote/${encoded}`);
  expect(await response.json()).toMatchObject({ data: { commitment_id: arn } });
});

test('responds to pipelined requests in order', async () => {
  const responses = await raw(
    get('/api/v1/providers') + get('/nothing') + get('/api/v1/commitments', 'close'),
  );
  expect([...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '404',
    '200',
  ]);
});

test('does not resolve dot segments in a path', async () => {
  expect(await raw(get('/api/v1/x/../providers', 'close'))).toContain('HTTP/1.1 404 ');
});

test('accepts a request target in absolute form', async () => {
  expect(await raw(get('http://mock/api/v1/providers?a=b', 'close'))).toContain('HTTP/1.1 200 ');
});

test.each(['*', '*/api/v1/providers', 'ftp://mock/api/v1/providers', 'api/v1/providers'])(
  'refuses the request target %s',
  async (target) => {
    expect(await raw(get(target, 'close'))).toContain('HTTP/1.1 400 ');
  },
);

test('reads the query of a URL without a path', async () => {
  expect(await raw(get('http://mock?a=b', 'close'))).toContain('HTTP/1.1 200 ');
});

test('survives callers that close their connection', async () => {
  const port = Number(new URL(url).port);
  for (const part of ['GET /api', get('/api/v1/providers'), get('/api/v1/commitments', 'close')]) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(part, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect((await withKey(fetch)(`${url}/api/v1/providers`)).status).toBe(200);
  expect(errors).toEqual([]);
});

test('runs one of many concurrent writes with a key; the others get 409 or a replay', async () => {
  const headers = { ...post.headers, 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };
  const responses = await Promise.all(
    Array.from({ length: 30 }, () =>
      validated(fetch)(`${url}/api/v1/webhooks/endpoints`, { ...post, headers, body: endpoint }),
    ),
  );
  const kinds = responses.map(({ status, headers: received }) =>
    status === 409 ? 'conflict' : received.has('idempotent-replayed') ? 'replay' : String(status),
  );
  expect(kinds.filter((kind) => kind !== 'conflict' && kind !== 'replay')).toHaveLength(1);
});

test('listens on an IPv6 address in brackets', async () => {
  const { url } = await servedMock({}, { host: '[::1]' });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
});
