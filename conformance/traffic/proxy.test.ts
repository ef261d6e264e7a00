import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createMock } from '../../mocks/create-mock.js';
import { providersResponse } from '../../tests/support/har-fixture.js';
import { exitCodeOf } from '../report.js';
import type { Result } from '../result.js';
import { runChecks } from '../run-checks.js';
import { checkTraffic } from './check-traffic.js';
import { createProxy, type ProxyOptions, type Proxy as RunningProxy } from './proxy.js';

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

const answering = async (url: string, options: object = {}): Promise<IncomingMessage> => {
  const outgoing = request(url, { agent: false, ...options });
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  return answer;
};

const providers = '/api/v1/providers';
const right: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(providersResponse));
const wrong: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"success":"yes"}');

test('the whole suite passes through it, and what it sees conforms', { timeout: 60_000 }, async () => {
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
  const recorded = checkTraffic({ har });
  expect(recorded.summary).toEqual(seen.summary);
});

test('a fault is told when it first shows, and again only in the report', async () => {
  const told: Result[] = [];
  const { url, proxy } = await proxying(await serving(wrong), {
    onFault: (results) => told.push(...results),
  });
  for (let time = 0; time < 3; time += 1) {
    await text(
      await answering(`${url}${providers}`, { headers: { authorization: 'Bearer one_secret_key' } }),
    );
  }
  const report = await proxy.close();
  const ids = told.map(({ id }) => id);
  expect(ids).toContain('envelope.success-is-boolean');
  expect(new Set(ids).size).toBe(ids.length);
  expect(exitCodeOf(report)).toBe(1);
  expect(
    report.results.find(({ id, status }) => id === 'envelope.success-is-boolean' && status === 'failed'),
  ).toMatchObject({ more_faults: 2 });
  expect(JSON.stringify([told, report])).not.toContain('one_secret_key');
});

test('an answer comes back byte for byte, with its status and every header', async () => {
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
        'Kept',
      ])
      .end(body),
  );
  const { url, proxy } = await proxying(target);
  const answer = await answering(`${url}${providers}`);
  expect([answer.statusCode, answer.statusMessage]).toEqual([203, 'Second Hand']);
  expect(answer.rawHeaders).toEqual(expect.arrayContaining(['Set-Cookie', 'a=1', 'b=2', 'X-Own', 'Kept']));
  expect(await buffer(answer)).toEqual(body);
  // What it judges it unpacks for itself.
  const report = await proxy.close();
  expect(report.notes[0]).toContain('Judged 1 answer');
});

test('a request arrives as it was sent, without what is about its connection', async () => {
  let seen: { method?: string; url?: string; headers: object; body: string } | undefined;
  const target = await serving(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    seen = { method, url, headers, body: await text(incoming) } as typeof seen;
    right(incoming, outgoing);
  });
  const { url } = await proxying(`${target}/base`);
  const outgoing = request(`${url}/api/v1/tags/virtual/a%2Fb?x=%20y`, {
    method: 'PUT',
    agent: false,
    headers: { 'X-Own': 'Kept', Connection: 'X-Hop', 'X-Hop': 'dropped', 'Transfer-Encoding': 'chunked' },
  });
  outgoing.write('in ');
  outgoing.end('pieces');
  await once(outgoing, 'response');
  expect(seen).toMatchObject({
    method: 'PUT',
    url: '/base/api/v1/tags/virtual/a%2Fb?x=%20y',
    headers: { host: new URL(target).host, 'x-own': 'Kept', 'transfer-encoding': 'chunked' },
    body: 'in pieces',
  });
  expect(seen?.headers).not.toHaveProperty('x-hop');
});

test('a redirect is passed on and not followed', async () => {
  const { url } = await proxying(
    await serving((_, outgoing) => outgoing.writeHead(302, { Location: 'http://elsewhere.example/' }).end()),
  );
  const answer = await answering(`${url}${providers}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://elsewhere.example/']);
});

test('HEAD has the headers of GET and no body', async () => {
  const { url } = await proxying(
    await serving((_, outgoing) => outgoing.writeHead(200, { 'Content-Length': '292' }).end()),
  );
  const answer = await answering(`${url}${providers}`, { method: 'HEAD' });
  expect([answer.headers['content-length'], await text(answer)]).toEqual(['292', '']);
});

test('an answer is passed on while it comes', async () => {
  let end = () => {};
  const { url } = await proxying(
    await serving((_, outgoing) => {
      outgoing.write('first');
      end = () => outgoing.end('last');
    }),
  );
  const answer = await answering(`${url}/events`);
  const [first] = await once(answer, 'data');
  end();
  expect([String(first), await text(answer)]).toEqual(['first', 'last']);
});

test('a response that breaks off breaks off for the client too, and is reported', async () => {
  const { url, proxy } = await proxying(
    await serving((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': '100' });
      outgoing.write('{"success":', () => outgoing.destroy());
    }),
  );
  await expect(text(await answering(`${url}${providers}`))).rejects.toThrow('aborted');
  const { results, notes } = await proxy.close();
  expect(results.filter(({ status }) => status === 'failed')).toMatchObject([
    {
      id: 'envelope.body-is-a-json-object',
      message: 'The connection was closed before the response was complete.',
      actual: '"HTTP/1.1 200 OK" and 11 bytes of its body',
      exchange: { request: { method: 'GET', path: providers }, response: null },
    },
  ]);
  expect(notes.join()).toContain('Judged 0 answers');
});

test('a client that leaves is no finding about the server', async () => {
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
    expect.stringContaining('1 exchange was without an answer'),
  ]);
});

test('a key that a server repeats in what is not HTTP is in no report', async () => {
  const key = 'one_secret_key';
  const entries: object[] = [];
  const { url, proxy } = await proxying(await serving((_, outgoing) => outgoing.writeHead(999, key).end()), {
    onEntry: (entry) => entries.push(entry),
  });
  await answering(`${url}${providers}`, { headers: { authorization: `Bearer ${key}` } });
  const report = await proxy.close();
  expect([report.summary.failed, JSON.stringify([report, entries]).includes(key)]).toEqual([1, false]);
});

test('a client that leaves ends the request at the server', async () => {
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

test('a server that is not there makes a 502 that says so, and no fault', async () => {
  const errors: Error[] = [];
  const { url, proxy } = await proxying('http://127.0.0.1:1', {
    onUnreachable: (error) => errors.push(error),
  });
  for (let time = 0; time < 2; time += 1) {
    const answer = await answering(`${url}${providers}`);
    expect([answer.statusCode, answer.headers['proxy-status'], JSON.parse(await text(answer))]).toEqual([
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
    ]);
  }
  const report = await proxy.close();
  expect([errors.length, report.summary.failed]).toEqual([1, 0]);
});

test('a body too large to be looked at is passed on whole, and not judged', async () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x');
  const { url, proxy } = await proxying(await serving((_, outgoing) => outgoing.end(body)));
  expect((await buffer(await answering(`${url}${providers}`))).equals(body)).toBe(true);
  const { notes, summary } = await proxy.close();
  expect([notes.join().includes('without the body'), summary.failed]).toEqual([true, 0]);
});

test('what is not below /api/v1 is passed on unseen', async () => {
  const { url, proxy } = await proxying(await serving((_, outgoing) => outgoing.end('<html>')));
  expect(await text(await answering(`${url}/index.html`))).toBe('<html>');
  expect((await proxy.close()).requests).toEqual({ caller: 0, second_caller: 0, spare: 0, nobody: 0 });
});

/** As newer engines have it themselves. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
