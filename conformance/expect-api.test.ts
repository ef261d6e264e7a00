import { expect, test } from 'vitest';
import {
  createIndependentServer,
  independentFixtures,
} from '../tests/independent/typescript/independent-server.js';
import { inProcess } from '../tests/support/in-process.js';
import type { Handler, TestResponse } from '../tests/support/serve.js';
import { CannotStart } from './cannot-start.js';
import { hungUp, NoResponse } from './http/send.js';
import { runChecks } from './run-checks.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];
const right = createIndependentServer({ keys: apiKeys });

const run = (handler: Handler, target = 'http://costs.example') =>
  runChecks({
    target,
    sender: inProcess(handler),
    apiKeys,
    fixtures: independentFixtures,
    only: ['providers.*'],
  });

const answering =
  (parts: Partial<TestResponse>): Handler =>
  () => ({ status: 200, headers: {}, body: '', ...parts });

test.each<[string, Partial<TestResponse>, RegExp]>([
  [
    'a redirect',
    { status: 308, headers: { location: 'https://costs.example/api/v1/providers' } },
    /redirects \(308\) to https:\/\/costs\.example\/api\/v1\/providers: give the address/,
  ],
  [
    'a page of a proxy',
    { status: 502, body: '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>' },
    /a page of HTML \("502 Bad Gateway"\) and status 502, as are \d+ other reads: a proxy/,
  ],
  [
    'a 404 of some framework',
    { status: 404, body: '{"detail":"Not Found"}' },
    /Nothing of the API is at http:\/\/costs\.example: GET .* and \d+ other reads are 404/,
  ],
  [
    'a key without any right',
    { status: 403, body: '{"message":"Forbidden"}' },
    /refuses the first API key everything: GET .* and \d+ other reads are 403/,
  ],
  ['another service', { body: 'pong' }, /is answered with status 200 and "pong", and no other read/],
  ['nothing', { status: 204 }, /is answered with status 204 and no body/],
])('%s everywhere is one sentence, and no failures', async (_, parts, words) => {
  await expect(run(answering(parts))).rejects.toThrow(words);
  await expect(run(answering(parts))).rejects.toThrow(CannotStart);
});

test('a server of which only the first answer is wrong is judged', async () => {
  const report = await run((request) =>
    request.path === '/api/v1/providers' ? { status: 404, headers: {}, body: '' } : right(request),
  );
  expect(report.progress?.missing).toEqual(['listProviders']);
});

test.each([
  ['costs.example:8080', "'costs.example:8080' has no scheme. Write http://costs.example:8080"],
  ['ftp://costs.example', "The scheme 'ftp:' is not supported. Use http:// or https://."],
  ['http://costs.example/base/api/v1/', 'Give the URL without /api/v1. Write http://costs.example/base'],
  ['http://costs.example/api/v1/providers', 'Give the URL without /api/v1. Write http://costs.example'],
  ['http://', "'http://' is not a URL"],
])('the address %s is refused in words', async (target, words) => {
  await expect(run(right, target)).rejects.toThrow(words);
});

test('a path before /api/v1 belongs to the address', async () => {
  const based: Handler = (request) =>
    request.path.startsWith('/billing/')
      ? right({ ...request, path: request.path.slice('/billing'.length) })
      : { status: 404, headers: {}, body: '' };
  expect((await run(based, 'http://costs.example/billing')).summary.failed).toBe(0);
  await expect(run(based)).rejects.toThrow('with any path of its own');
});

test('a server that hangs up on http may speak TLS', async () => {
  const tls = { send: () => Promise.reject(new NoResponse(hungUp)), close: () => undefined };
  await expect(runChecks({ target: 'http://costs.example', sender: tls, apiKeys })).rejects.toThrow(
    'If it speaks TLS, its address begins with https://.',
  );
});

test('a server that is gone is told with why', async () => {
  const gone = {
    send: () => Promise.reject(new NoResponse('nothing listens there')),
    close: () => undefined,
  };
  await expect(runChecks({ target: 'http://costs.example', sender: gone, apiKeys })).rejects.toThrow(
    'http://costs.example does not respond: nothing listens there.',
  );
});
