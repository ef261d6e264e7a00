import { expect, test } from 'vitest';
import type { Handler, TestResponse } from '../../tests/support/serve.js';
import { conformingServer, runSuite } from '../../tests/support/suite/run-suite.js';
import { CannotStart } from '../engine/cannot-start.js';
import { connectionClosed, NoResponse } from '../engine/http/send.js';

const run = (handler: Handler, target = 'http://costs.example') =>
  runSuite({ target, only: ['providers.*'] }, handler);

const respondingWith =
  (parts: Partial<TestResponse>): Handler =>
  () => ({ status: 200, headers: {}, body: '', ...parts });

test.each<[string, Partial<TestResponse>, RegExp]>([
  [
    'a redirect',
    { status: 308, headers: { location: 'https://costs.example/api/v1/providers' } },
    /redirects \(308\) to https:\/\/costs\.example\/api\/v1\/providers\. Pass the base URL/,
  ],
  [
    'an HTML page of a proxy',
    { status: 502, body: '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>' },
    /returned status 502 and an HTML page \("502 Bad Gateway"\), and \d+ other reads failed too\. A proxy/,
  ],
  [
    'the 404 of a web framework',
    { status: 404, body: '{"detail":"Not Found"}' },
    /The API was not found at http:\/\/costs\.example: GET .* returned 404, and \d+ other reads failed.* name them with --operation\./,
  ],
  [
    'a key without permission',
    { status: 403, body: '{"message":"Forbidden"}' },
    /denies access to the first API key: GET .* returned 403, and \d+ other reads failed/,
  ],
  [
    'a server that accepts only HTTP/2',
    { status: 403, body: '<h1>Forbidden</h1><p>Unknown ALPN Protocol, expected `h2` to be available.</p>' },
    /returned 403, because the server accepts only HTTP\/2\. verify sends HTTP\/1\.1/,
  ],
  ['another service', { body: 'pong' }, /returned status 200 and "pong", and \d+ other reads failed/],
  [
    'a byte order mark',
    { body: '\uFEFF{"success": true, "data": []}' },
    /starts with a byte order mark .*, and \d+ other reads failed too\. .* without it/,
  ],
  ['no body', { status: 204 }, /returned status 204 and no body/],
])('%s on every path fails the start with one message', async (_, parts, words) => {
  await expect(run(respondingWith(parts))).rejects.toThrow(words);
  await expect(run(respondingWith(parts))).rejects.toThrow(CannotStart);
});

test('a server with one missing read is tested', async () => {
  const report = await run((request) =>
    request.path === '/api/v1/providers' ? { status: 404, headers: {}, body: '' } : conformingServer(request),
  );
  expect(report.progress?.missing).toEqual(['listProviders']);
});

test.each([
  ['costs.example:8080', "'costs.example:8080' has no scheme. Write http://costs.example:8080"],
  ['ftp://costs.example', "The scheme 'ftp:' is not supported. Use http:// or https://."],
  ['http://costs.example/base/api/v1/', 'Give the URL without /api/v1. Write http://costs.example/base'],
  ['http://costs.example/api/v1/providers', 'Give the URL without /api/v1. Write http://costs.example'],
  ['http://', "'http://' is not a URL"],
])('rejects the base URL %s', async (target, words) => {
  await expect(run(conformingServer, target)).rejects.toThrow(words);
});

test('a path prefix before /api/v1 is part of the base URL', async () => {
  const based: Handler = (request) =>
    request.path.startsWith('/billing/')
      ? conformingServer({ ...request, path: request.path.slice('/billing'.length) })
      : { status: 404, headers: {}, body: '' };
  expect((await run(based, 'http://costs.example/billing')).summary.failed).toBe(0);
  await expect(run(based)).rejects.toThrow('including any path prefix');
});

test.each([
  [connectionClosed, 'If the server uses TLS, use an https:// URL.'],
  ['nothing listens there', 'http://costs.example does not respond: nothing listens there.'],
])('reports why a server does not respond: %s', async (reason, words) => {
  const sender = { send: () => Promise.reject(new NoResponse(reason)), close: () => undefined };
  await expect(runSuite({ target: 'http://costs.example', sender })).rejects.toThrow(words);
});
