import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock, type Mock } from '../create-mock.js';

const faults: unknown[] = [];
const authorization = 'Bearer ccc_test_caller';
const arn = 'arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60';
let mock: Mock;
let url: string;

beforeAll(async () => {
  mock = await createMock({ rateLimit: 100_000, onFault: (error) => faults.push(error) });
  url = await mock.listen();
});
afterAll(() => mock.close());

const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } };
const endpoint = JSON.stringify({
  url: 'https://hooks.example/cost',
  event_types: ['optimization.completed'],
});

test.each<[string, string, RequestInit, number, string]>([
  ['no key', '/api/v1/providers', { headers: { authorization: '' } }, 401, 'AUTHENTICATION_ERROR'],
  [
    'a wrong key',
    '/api/v1/providers',
    { headers: { authorization: 'Bearer wrong' } },
    401,
    'AUTHENTICATION_ERROR',
  ],
  [
    'another scheme',
    '/api/v1/providers',
    { headers: { authorization: 'Basic eA==' } },
    401,
    'AUTHENTICATION_ERROR',
  ],
  ['an unknown path', '/api/v1/nothing', {}, 404, 'NOT_FOUND'],
  ['a path outside the API', '/nothing', {}, 404, 'NOT_FOUND'],
  ['another method', '/api/v1/providers', { method: 'DELETE' }, 405, 'NOT_FOUND'],
  ['bad percent-encoding in the path', '/api/v1/commitments/detail/%zz', {}, 400, 'BAD_REQUEST'],
  ['bad percent-encoding in the query', '/api/v1/commitments?provider=%zz', {}, 400, 'BAD_REQUEST'],
  ['a value outside its set', '/api/v1/commitments?kind=coupon', {}, 422, 'VALIDATION_ERROR'],
  ['a page that is no number', '/api/v1/commitments?page=first', {}, 422, 'VALIDATION_ERROR'],
  ['an unknown commitment', '/api/v1/commitments/renewal-options/none', {}, 404, 'NOT_FOUND'],
  [
    'a commitment that is encoded twice',
    '/api/v1/commitments/renewal-quote/arn%253Aprovider_a',
    {},
    404,
    'NOT_FOUND',
  ],
  [
    'a fractional quantity of a reservation',
    '/api/v1/commitments/renewal-options/ri-7f3a2c10?quantity=2.5',
    {},
    422,
    'VALIDATION_ERROR',
  ],
  ['bad JSON', '/api/v1/webhooks/endpoints', { ...post, body: '{"url":' }, 400, 'BAD_REQUEST'],
  ['no body', '/api/v1/webhooks/endpoints', post, 422, 'VALIDATION_ERROR'],
  [
    'a body of another type',
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
  [
    'a malformed idempotency key',
    '/api/v1/webhooks/endpoints',
    { ...post, headers: { ...post.headers, 'idempotency-key': 'order-17' }, body: endpoint },
    422,
    'VALIDATION_ERROR',
  ],
])('%s gets the failure envelope', async (_name, path, init, status, code) => {
  const response = await validated(fetch)(`${url}${path}`, {
    ...init,
    headers: { authorization, ...(init.headers as object) },
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ success: false, error: { code } });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
});

/** Sends bytes as they are and waits until the server ends the connection. */
async function raw(bytes: string, to = url): Promise<string> {
  const socket = connect(Number(new URL(to).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const get = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: mock\r\nAuthorization: ${authorization}\r\nConnection: ${connection}\r\n\r\n`;

test.each([
  ['what is no HTTP at all', 'hello\r\n\r\n', 400],
  ['a request without a host', 'GET /api/v1/providers HTTP/1.1\r\n\r\n', 400],
  ['who takes it for a proxy', 'CONNECT mock:443 HTTP/1.1\r\nHost: mock\r\n\r\n', 400],
  ['an expectation nobody knows', 'GET / HTTP/1.1\r\nHost: mock\r\nExpect: wonders\r\n\r\n', 417],
  ['headers without end', `GET / HTTP/1.1\r\nHost: mock\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s gets the failure envelope', async (_name, bytes, status) => {
  const answer = await raw(bytes);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
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

/** What two readers may read in two ways is read in none. */
test.each([
  ['two hosts', 'GET /api/v1/providers HTTP/1.1\r\nHost: mock\r\nhost: evil\r\n\r\n', 400],
  ['two hosts alike', 'GET /api/v1/providers HTTP/1.1\r\nHost: mock\r\nHost: mock\r\n\r\n', 400],
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
])('%s: refused in the failure envelope, and nothing is written', async (_name, bytes, status) => {
  const before = (await raw(get('/.well-known/cost-contract.json', 'close'))).split('\r\n\r\n')[1];
  const answer = await raw(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    success: false,
    error: { code: status === 422 ? 'VALIDATION_ERROR' : 'BAD_REQUEST' },
  });
  expect((await raw(get('/.well-known/cost-contract.json', 'close'))).split('\r\n\r\n')[1]).toBe(before);
});

test('a body that is too large and then broken has one answer', async () => {
  const large = `${(2 * 1024 * 1024).toString(16)}\r\n${'x'.repeat(2 * 1024 * 1024)}\r\nno chunk\r\n`;
  const answer = await raw(`${postHead(type, 'Transfer-Encoding: chunked')}\r\n\r\n${large}`);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
});

test('a body in chunks, and one of HTTP/1.0, are taken', async () => {
  const inChunks = await raw(
    `${postHead(type, 'transfer-encoding: Chunked', 'Connection: close')}${chunked}`,
  );
  expect(inChunks).toContain('HTTP/1.1 201 ');
  const old = 'GET /.well-known/cost-contract.json HTTP/1.0\r\n\r\n';
  expect(await raw(old)).toContain(' 200 ');
});

test('a body that never comes is 408', async () => {
  const impatient = await mock.listen({ requestTimeoutMs: 100 });
  const answer = await raw(
    'POST /api/v1/webhooks/endpoints HTTP/1.1\r\nHost: mock\r\nContent-Length: 10\r\n\r\n{',
    impatient,
  );
  expect(answer).toContain('HTTP/1.1 408 ');
  expect(answer).toContain('"success":false');
});

test.each([
  encodeURIComponent(arn),
  encodeURIComponent(arn).replaceAll(/%../g, (code) => code.toLowerCase()),
])('an encoded id is found in either case: %s', async (encoded) => {
  const response = await validated(fetch)(`${url}/api/v1/commitments/renewal-quote/${encoded}`, {
    headers: { authorization },
  });
  expect(await response.json()).toMatchObject({ data: { commitment_id: arn } });
});

test('pipelined requests are answered in order', async () => {
  const answer = await raw(get('/api/v1/providers') + get('/nothing') + get('/api/v1/commitments', 'close'));
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '404',
    '200',
  ]);
});

test('a path is taken as it is, with no dots resolved', async () => {
  expect(await raw(get('/api/v1/x/../providers', 'close'))).toContain('HTTP/1.1 404 ');
});

test('a whole address in the request line is a path too', async () => {
  expect(await raw(get('http://mock/api/v1/providers?a=b', 'close'))).toContain('HTTP/1.1 200 ');
});

test('callers who hang up do no harm', async () => {
  const port = Number(new URL(url).port);
  for (const part of ['GET /api', get('/api/v1/providers'), get('/api/v1/commitments', 'close')]) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(part, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect((await fetch(`${url}/api/v1/providers`, { headers: { authorization } })).status).toBe(200);
  expect(faults).toEqual([]);
});

test('of many writes with one key at once one runs, and the others are told to wait or get its answer', async () => {
  const headers = { ...post.headers, 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };
  const responses = await Promise.all(
    Array.from({ length: 30 }, () =>
      validated(fetch)(`${url}/api/v1/webhooks/endpoints`, { ...post, headers, body: endpoint }),
    ),
  );
  const kinds = responses.map(({ status, headers: answered }) =>
    status === 409 ? 'conflict' : answered.has('idempotent-replayed') ? 'replay' : String(status),
  );
  expect(kinds.filter((kind) => kind !== 'conflict' && kind !== 'replay')).toHaveLength(1);
});
