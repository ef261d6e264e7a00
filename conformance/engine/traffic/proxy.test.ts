import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createMock } from '../../../mocks/create-mock.js';
import { providersResponse } from '../../../tests/support/suite/har-fixture.js';
import { checkTraffic, createProxy, runChecks } from '../../suite/run.js';
import type { Result } from '../judge/result.js';
import { exitCodeOf } from '../report.js';
import type { ProxyOptions, Proxy as RunningProxy } from './proxy.js';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function proxying(
  target: string,
  options: Partial<ProxyOptions> = {},
): Promise<{ url: string; proxy: RunningProxy }> {
  const proxy = createProxy({ target: new URL(target), ...options });
  const url = await proxy.listen({ port: 0 });
  cleanUps.push(() => proxy.close());
  return { url, proxy };
}

const responseFrom = async (url: string, options: object = {}): Promise<IncomingMessage> => {
  const outgoing = request(url, { agent: false, ...options });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  return response;
};

const providers = '/api/v1/providers';
const conforming: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(providersResponse));
const faulty: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"success":"yes"}');

test('forwards the whole suite, and reports that the traffic conforms', { timeout: 60_000 }, async () => {
  const mock = await createMock();
  cleanUps.push(() => mock.close());
  const entries: object[] = [];
  const { url, proxy } = await proxying(await mock.listen({ port: 0 }), {
    onEntry: (entry) => entries.push(entry),
  });
  const direct = await runChecks({ target: url, skip: ['limits.*'] });
  const seen = await proxy.close();
  expect([exitCodeOf(direct), exitCodeOf(seen), seen.summary.failed]).toEqual([0, 0, 0]);
  expect(seen.coverage.summary.operations).toEqual({ seen: 34, of: 34 });

  const har = JSON.stringify({ log: { entries } });
  expect(har).not.toMatch(/ccc_test_\w+/);
  const recorded = await checkTraffic({ har });
  expect(recorded.summary).toEqual(seen.summary);
});

test('reports a name that an object has twice, also in an error', async () => {
  const success = JSON.stringify(providersResponse).replace('{', '{"data":[],');
  const failure =
    '{"success":false,"timestamp":"2026-06-15T12:00:00Z","error":{"code":"NOT_FOUND","code":"FORBIDDEN","message":"m","details":null}}';
  const findings: Result[] = [];
  const target = await serving(({ url }, outgoing) => {
    const isSuccess = url === providers;
    outgoing.writeHead(isSuccess ? 200 : 404, { 'content-type': 'application/json' });
    outgoing.end(isSuccess ? success : failure);
  });
  const { url, proxy } = await proxying(target, { onFinding: (results) => findings.push(...results) });
  const headers = { authorization: 'Bearer one_secret_key' };
  for (const path of [providers, '/api/v1/commitments/detail/none']) {
    await text(await responseFrom(`${url}${path}`, { headers }));
  }
  await proxy.close();
  expect(findings.filter(({ id }) => id === 'envelope.names-are-unique')).toMatchObject([
    { operation: 'listProviders', message: '`data` occurs more than once, with different values.' },
    { operation: 'getCommitment', message: '`error.code` occurs more than once, with different values.' },
  ]);
});

test('reports a violation when it first occurs, and again only in the report', async () => {
  const findings: Result[] = [];
  const { url, proxy } = await proxying(await serving(faulty), {
    onFinding: (results) => findings.push(...results),
  });
  for (let time = 0; time < 3; time += 1) {
    await text(
      await responseFrom(`${url}${providers}`, { headers: { authorization: 'Bearer one_secret_key' } }),
    );
  }
  const report = await proxy.close();
  const ids = findings.map(({ id }) => id);
  expect(ids).toContain('envelope.success-is-boolean');
  expect(new Set(ids).size).toBe(ids.length);
  expect(exitCodeOf(report)).toBe(1);
  expect(
    report.results.find(({ id, status }) => id === 'envelope.success-is-boolean' && status === 'failed'),
  ).toMatchObject({ violations: [{ rows: 3, requests: 3 }] });
  expect(JSON.stringify([findings, report])).not.toContain('one_secret_key');
});

test('forwards a response byte for byte, with its status and all headers', async () => {
  const body = gzipSync(JSON.stringify(providersResponse));
  const target = await serving((_, outgoing) =>
    outgoing
      .writeHead(203, 'Second Hand', [
        'Content-Type',
        'application/json',
        'Content-Encoding',
        'gzip',
        'Content-Length',
        String(body.length),
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'X-Own',
        'Unchanged',
      ])
      .end(body),
  );
  const { url, proxy } = await proxying(target);
  const response = await responseFrom(`${url}${providers}`);
  expect([response.statusCode, response.statusMessage]).toEqual([203, 'Second Hand']);
  expect(response.rawHeaders).toEqual(
    expect.arrayContaining(['Set-Cookie', 'a=1', 'b=2', 'X-Own', 'Unchanged']),
  );
  expect(await buffer(response)).toEqual(body);
  // Decompresses only its own copy.
  const report = await proxy.close();
  expect(report.notes[0]).toContain('Checked 1 response');
});

test('offers the server only content codings that it can decode itself', async () => {
  let offered: string | undefined;
  const target = await serving((incoming, outgoing) => {
    offered = incoming.headers['accept-encoding'];
    outgoing
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip, gzip' })
      .end(gzipSync(gzipSync(JSON.stringify(providersResponse))));
  });
  const { url, proxy } = await proxying(target);
  await responseFrom(`${url}${providers}`, { headers: { 'Accept-Encoding': 'gzip, br, dcb' } });
  expect(offered).toBe('gzip, br');
  expect((await proxy.close()).notes[0]).toContain('Checked 1 response');
});

test('names the reason if a response cannot be decoded', async () => {
  const target = await serving((_, outgoing) =>
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'dcb' }).end('?'),
  );
  const { url, proxy } = await proxying(target);
  await responseFrom(`${url}${providers}`);
  expect((await proxy.close()).notes.join(' ')).toContain('1 exchange with a Content-Encoding that Node');
});

test('forwards a request without its hop-by-hop headers', async () => {
  let seen: { method?: string; url?: string; headers: object; body: string } | undefined;
  const target = await serving(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    seen = { method, url, headers, body: await text(incoming) } as typeof seen;
    conforming(incoming, outgoing);
  });
  const { url } = await proxying(`${target}/base`);
  const outgoing = request(`${url}/api/v1/tags/virtual/a%2Fb?x=%20y`, {
    method: 'PUT',
    agent: false,
    headers: {
      'X-Own': 'Unchanged',
      Connection: 'X-Hop',
      'X-Hop': 'dropped',
      'Transfer-Encoding': 'chunked',
    },
  });
  outgoing.write('in ');
  outgoing.end('pieces');
  await once(outgoing, 'response');
  expect(seen).toMatchObject({
    method: 'PUT',
    url: '/base/api/v1/tags/virtual/a%2Fb?x=%20y',
    headers: { host: new URL(target).host, 'x-own': 'Unchanged', 'transfer-encoding': 'chunked' },
    body: 'in pieces',
  });
  expect(seen?.headers).not.toHaveProperty('x-hop');
});

test('forwards a redirect without following it', async () => {
  const { url } = await proxying(
    await serving((_, outgoing) => outgoing.writeHead(302, { Location: 'http://elsewhere.example/' }).end()),
  );
  const response = await responseFrom(`${url}${providers}`);
  expect([response.statusCode, response.headers.location]).toEqual([302, 'http://elsewhere.example/']);
});

test('forwards the response to HEAD without a body', async () => {
  const { url } = await proxying(
    await serving((_, outgoing) => outgoing.writeHead(200, { 'Content-Length': '292' }).end()),
  );
  const response = await responseFrom(`${url}${providers}`, { method: 'HEAD' });
  expect([response.headers['content-length'], await text(response)]).toEqual(['292', '']);
});

test('streams a response', async () => {
  let end = () => {};
  const { url } = await proxying(
    await serving((_, outgoing) => {
      outgoing.write('first');
      end = () => outgoing.end('last');
    }),
  );
  const response = await responseFrom(`${url}/events`);
  const [first] = await once(response, 'data');
  end();
  expect([String(first), await text(response)]).toEqual(['first', 'last']);
});

test('closes the connection to the client and reports a violation if the response is incomplete', async () => {
  const { url, proxy } = await proxying(
    await serving((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': '100' });
      outgoing.write('{"success":', () => outgoing.destroy());
    }),
  );
  await expect(text(await responseFrom(`${url}${providers}`))).rejects.toThrow('aborted');
  const { results, notes } = await proxy.close();
  expect(results.filter(({ status }) => status === 'failed')).toMatchObject([
    {
      id: 'envelope.body-is-a-json-object',
      message: 'The connection was closed before the response was complete.',
      actual: '"HTTP/1.1 200 OK" and 11 bytes of its body',
      exchange: { request: { method: 'GET', path: providers }, response: null },
    },
  ]);
  expect(notes.join()).toContain('Checked 0 responses');
});

test('reports no violation if the server closes the connection on a large body', async () => {
  const target = await serving(
    (incoming) => void incoming.once('data', () => incoming.socket.resetAndDestroy()),
  );
  const { url, proxy } = await proxying(target);
  const body = Buffer.alloc(64 << 20, ' ');
  const response = await fetch(`${url}/api/v1/webhooks/endpoints`, { method: 'POST', body });
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('closed before the whole request was sent'),
  ]);
  expect((await proxy.close()).summary.failed).toBe(0);
});

test('reports no violation if the client disconnects', async () => {
  const arrived = withResolvers();
  const { url, proxy } = await proxying(await serving(() => arrived.resolve()));
  const outgoing = get(`${url}${providers}`, { agent: false });
  outgoing.on('error', () => undefined);
  await arrived.promise;
  outgoing.destroy();
  await new Promise((resolve) => outgoing.once('close', resolve));
  const { summary, notes } = await proxy.close();
  expect([summary.failed, notes.join()]).toEqual([
    0,
    expect.stringContaining('1 exchange without a response'),
  ]);
});

test('redacts an API key in an invalid HTTP response', async () => {
  const key = 'one_secret_key';
  const entries: object[] = [];
  const { url, proxy } = await proxying(await serving((_, outgoing) => outgoing.writeHead(999, key).end()), {
    onEntry: (entry) => entries.push(entry),
  });
  await responseFrom(`${url}${providers}`, { headers: { authorization: `Bearer ${key}` } });
  const report = await proxy.close();
  expect([report.summary.failed, JSON.stringify([report, entries]).includes(key)]).toEqual([1, false]);
});

test('aborts the request to the server if the client disconnects', async () => {
  const { promise, resolve } = withResolvers();
  const arrived = withResolvers();
  const { url } = await proxying(
    await serving((incoming) => {
      arrived.resolve();
      incoming.on('close', resolve);
    }),
  );
  const outgoing = get(`${url}${providers}`, { agent: false });
  outgoing.on('error', () => undefined);
  await arrived.promise;
  outgoing.destroy();
  await promise;
});

test('responds with 502 and reports no violation if the server cannot be reached', async () => {
  const errors: Error[] = [];
  const { url, proxy } = await proxying('http://127.0.0.1:1', {
    onUnreachable: (error) => errors.push(error),
  });
  for (let time = 0; time < 2; time += 1) {
    const response = await responseFrom(`${url}${providers}`);
    expect([response.statusCode, response.headers['proxy-status'], JSON.parse(await text(response))]).toEqual(
      [
        502,
        'cost-contract; error=destination_unavailable',
        {
          success: false,
          timestamp: expect.any(String),
          error: {
            code: 'BAD_GATEWAY',
            message: expect.stringContaining('cost-contract proxy: http://127.0.0.1:1 cannot be reached: '),
            details: null,
          },
        },
      ],
    );
  }
  const report = await proxy.close();
  expect([errors.length, report.summary.failed]).toEqual([1, 0]);
});

test('forwards a body over the size limit without checking it', async () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x');
  const { url, proxy } = await proxying(await serving((_, outgoing) => outgoing.end(body)));
  expect((await buffer(await responseFrom(`${url}${providers}`))).equals(body)).toBe(true);
  const { notes, summary } = await proxy.close();
  expect([notes.join().includes('without the response body'), summary.failed]).toEqual([true, 0]);
});

test('forwards paths outside /api/v1 without checking them', async () => {
  const { url, proxy } = await proxying(await serving((_, outgoing) => outgoing.end('<html>')));
  expect(await text(await responseFrom(`${url}/index.html`))).toBe('<html>');
  expect((await proxy.close()).requests).toEqual({ caller: 0, second_caller: 0, spare: 0, anonymous: 0 });
});

/** `Promise.withResolvers` of newer versions of Node. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
