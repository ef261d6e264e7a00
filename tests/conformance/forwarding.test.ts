import { once } from 'node:events';
import { request } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { providersResponse } from '../support/suite/har-fixture.js';
import { conforming, providers, proxying, responseFrom, serving } from '../support/suite/proxying.js';

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
