import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../conformance/engine/judge/result.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { checkTraffic, runChecks } from '../../conformance/suite/run.js';
import { createMock } from '../../mocks/create-mock.js';
import { operations } from '../../src/generated/operations.js';
import { providersResponse } from '../support/suite/har-fixture.js';
import {
  faulty,
  providers,
  proxying,
  responseFrom,
  serving,
  withResolvers,
} from '../support/suite/proxying.js';

test('forwards the whole suite, and reports that the traffic conforms', async () => {
  const mock = await createMock();
  onTestFinished(() => mock.close());
  const entries: object[] = [];
  const { url, proxy } = await proxying(await mock.listen({ port: 0 }), {
    onEntry: (entry) => entries.push(entry),
  });
  const direct = await runChecks({ target: url, skip: ['limits.*'] });
  const seen = await proxy.close();
  expect([exitCodeOf(direct), exitCodeOf(seen), seen.summary.failed]).toEqual([0, 0, 0]);
  expect(seen.coverage.summary.operations).toEqual({
    seen: operations.length,
    of: operations.length,
  });

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
