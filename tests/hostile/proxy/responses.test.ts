import { describe, expect, test } from 'vitest';
import { rawClient, readResponse } from '../raw-http.js';
import {
  failures,
  get,
  isHeadComplete,
  providers,
  received,
  response,
  send,
  setUp,
} from './attacked-proxy.js';

describe('reports and survives', () => {
  const json = 'Content-Type: application/json\r\n';
  test.each<[name: string, bytes: string, shown: string]>([
    ['status 000', 'HTTP/1.1 000 \r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 000'],
    ['status 001', 'HTTP/1.1 001 Odd\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 001'],
    ['status 101', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'HTTP/1.1 101'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'HTTP/1.1 101',
    ],
    ['status 600', 'HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 600'],
    ['status 999', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 999'],
    [
      'a control character in the reason',
      'HTTP/1.1 200 \x01OK\r\nContent-Length: 0\r\n\r\n',
      '200 \\u0001OK',
    ],
    ['a control character in a header', `HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 0\r\n\r\n`, 'X-A'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 0\r\n\r\n', '200 OK'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nnone\r\nContent-Length: 0\r\n\r\n', '200 OK'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ', '200 OK'],
    [
      'both a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '200 OK',
    ],
    ['a coding that is not chunked', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc', 'gzip'],
    [
      'a coding before chunked',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      'gzip, chunked',
    ],
    ['an unsupported version of HTTP', 'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n', 'HTTP/2.0'],
    ['another protocol than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'SSH-2.0'],
    ['headers beyond 16 KiB', `HTTP/1.1 200 OK\r\n${'X-More: of the same\r\n'.repeat(2000)}\r\n`, 'more'],
    ['endless interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000), '103'],
    ['a closed connection without a response', '', 'nothing'],
    ['a closed connection in the middle of the headers', `HTTP/1.1 200 OK\r\n${json}`, ''],
  ])('%s', async (_, bytes, shown) => {
    const setup = await setUp(async (connection) => {
      await connection.until(isHeadComplete);
      if (received(setup).includes('honest')) connection.write(response('fine'));
      else connection.socket.end(bytes, 'latin1');
    });
    const rejected = await get(setup.url);
    expect([rejected.status, JSON.parse(rejected.body)]).toEqual([
      502,
      {
        success: false,
        timestamp: expect.any(String),
        error: { code: 'BAD_GATEWAY', message: expect.any(String), details: null },
      },
    ]);
    expect((await get(setup.url, '/honest')).body).toBe('fine');
    const report = await setup.proxy.close();
    expect(failures(report)).toEqual([
      {
        id: 'envelope.body-is-a-json-object',
        operation: 'listProviders',
        actual: expect.stringContaining(shown),
      },
    ]);
    expect(setup.entries).toHaveLength(1);
  });

  test.each<[name: string, bytes: string, reset: boolean]>([
    [
      'a body shorter than its length',
      `HTTP/1.1 200 OK\r\n${json}Content-Length: 50\r\n\r\n{"success"`,
      false,
    ],
    [
      'a reset in the middle of the body',
      `HTTP/1.1 200 OK\r\n${json}Content-Length: 50\r\n\r\n{"success"`,
      true,
    ],
    [
      'chunks that end early',
      `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n40\r\n{"success"`,
      false,
    ],
    [
      'an invalid chunk size',
      `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\na\r\n{"success"\r\nzz\r\n`,
      false,
    ],
  ])('%s, which is also incomplete for the client', async (_, bytes, reset) => {
    const setup = await setUp(async (connection) => {
      await connection.until(isHeadComplete);
      connection.write(bytes);
      if (!reset) connection.socket.end();
      else if (await proxied) connection.socket.resetAndDestroy();
    });
    const client = await rawClient(setup.url);
    const proxied = client.until((text) => text.includes('success'));
    client.write(`GET ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const text = await client.until();
    // If the server fails immediately, the proxy may not have forwarded anything yet.
    const read = readResponse(text, { method: 'GET', isClosed: false });
    expect(read?.message.startLine ?? 'incomplete').toMatch(/^incomplete$|^HTTP\/1.1 502 /);
    const report = await setup.proxy.close();
    expect(failures(report)).toEqual([
      { id: 'envelope.body-is-a-json-object', operation: 'listProviders', actual: expect.any(String) },
    ]);
    expect(setup.entries).toHaveLength(1);
  });
});

const extra = response('extra');
test.each<[name: string, method: string, bytes: string]>([
  ['its response', 'GET', response('mine')],
  ['its chunks', 'GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmine\r\n0\r\n\r\n'],
  ['the headers of HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'],
  ['204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['204 with a length', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n'],
  ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
])('does not deliver data that a server sends after %s', async (_, method, bytes) => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    if (connection.received.includes('honest')) {
      connection.write(response('honest'));
    } else {
      connection.write(bytes + extra);
      await expect.poll(() => mine !== undefined).toBe(true);
      connection.write(extra);
    }
  });
  let mine: Awaited<ReturnType<typeof send>> | undefined;
  mine = await send(setup.url, `${method} ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`, method);
  expect([mine.read?.message.startLine, mine.client.received]).toEqual([
    bytes.split('\r\n', 1)[0],
    expect.not.stringContaining('extra'),
  ]);
  if (bytes.includes('204')) expect(mine.client.received).not.toMatch(/content-length/i);
  mine.client.write('GET /honest HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const text = await mine.client.until((text) => text.includes('honest') || text.includes('extra'));
  expect([text.includes('honest'), text.includes('extra'), (await get(setup.url, '/honest')).body]).toEqual([
    true,
    false,
    'honest',
  ]);
});

test('reports bytes after a response, and checks the response', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.write(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}garbage`);
  });
  expect((await get(setup.url)).body).toBe('{}');
  const report = await setup.proxy.close();
  const found = failures(report);
  expect(found).toContainEqual({
    id: 'envelope.body-is-a-json-object',
    operation: 'listProviders',
    actual: expect.stringContaining('garbage'),
  });
  expect(found.map(({ id }) => id)).toContain('envelope.media-type-is-json');
});

test('closes while a server neither completes its response nor reads its request', async () => {
  const setup = await setUp(async (connection) => {
    await connection.until(isHeadComplete);
    connection.write('HTTP/1.1 200 OK\r\n\r\nbeginning');
    connection.socket.pause();
  });
  const first = await rawClient(setup.url);
  first.write(`GET ${providers} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await first.until((text) => text.includes('beginning'));
  const second = await rawClient(setup.url);
  second.write(
    `POST ${providers} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(1 << 22)}`,
  );
  const third = await rawClient(setup.url);
  third.write('CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await third.until(isHeadComplete);
  const report = await setup.proxy.close();
  await Promise.all([first.until(), second.until(), third.until()]);
  expect(report.summary.errored).toBe(0);
});
