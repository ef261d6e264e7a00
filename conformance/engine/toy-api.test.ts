import { expect, test } from 'vitest';
import { toyApi, toyServer } from '../../tests/support/engine/toy-api.js';
import type { Handler } from '../../tests/support/serve.js';
import { serving } from '../../tests/support/serving.js';
import { draftWaivers } from './judge/draft-waivers.js';
import { readWaivers } from './judge/waivers.js';
import { planChecks } from './plan-checks.js';
import { ctrfReport } from './report/ctrf.js';
import { githubReport } from './report/github.js';
import { htmlReport } from './report/html/html.js';
import { jsonReport } from './report/json.js';
import { junitReport } from './report/junit.js';
import { markdownReport } from './report/markdown.js';
import { prettyReport } from './report/pretty.js';
import { exitCodeOf, type Report } from './report.js';
import { runChecks } from './run-checks.js';
import type { RunOptions } from './run-options.js';
import { checkTraffic } from './traffic/check-traffic.js';
import { createProxy } from './traffic/proxy/proxy.js';

const apiKeys = ['toy_test_key'];

/** Returns the items as an object instead of a list. */
function faulty(): Handler {
  const server = toyServer();
  return async (request) => {
    const response = await server(request);
    return request.method === 'GET' ? { ...response, body: '{"items":[]}' } : response;
  };
}

const verify = async (handler: Handler, options: Partial<RunOptions> = {}) =>
  runChecks(toyApi, { target: await serving(handler), apiKeys, ...options });

const statuses = ({ results }: Report) =>
  results.map(({ id, operation, status }) => `${id} ${operation} ${status}`);

const failed = [
  'items.body-is-a-list listItems failed',
  'items.unknown-id-is-404 deleteItem passed',
  'items.created-is-listed null failed',
];

test('verifies a server, and removes what it created', async () => {
  const server = toyServer();
  const report = await verify(server);
  expect(statuses(report).filter((text) => !text.endsWith(' passed'))).toEqual([]);
  expect(report.results).toHaveLength(3);
  expect([exitCodeOf(report), report.notes, [...server.items]]).toEqual([0, [], []]);
});

test('finds what a faulty server violates', async () => {
  const report = await verify(faulty());
  expect([statuses(report), exitCodeOf(report)]).toEqual([failed, 1]);
});

/** Closes the connection when an unknown item is deleted, like a crash. */
function crashing(): Handler {
  const server = toyServer();
  return (request) => {
    if (request.path.endsWith('/none')) throw new Error('crashed');
    return server(request);
  };
}

test('names the request that crashes a server, with a command', async () => {
  const report = await verify(crashing());
  const [result] = report.results.filter(({ status }) => status === 'blocked');
  const curl = result?.exchange?.curl ?? 'none';
  expect(curl).toMatch(/^curl -i -X DELETE .*\/toy\/items\/none'$/);
  for (const write of [prettyReport, githubReport])
    expect(write(report, { colour: false })).toContain(
      `reproduce${write === githubReport ? ':' : ''} ${curl}`,
    );
  expect(htmlReport(report)).toContain('/toy/items/none');
  expect(junitReport(report)).toContain('reproduce curl -i -X DELETE');
});

test('plans no fewer requests than a run sends', async () => {
  const target = await serving(toyServer());
  const { requests } = await planChecks(toyApi, { target, apiKeys });
  const report = await runChecks(toyApi, { target, apiKeys });
  expect(requests.caller).toBeGreaterThanOrEqual(report.requests.caller);
});

test('accepts waived failures, in a scope', async () => {
  const scope = { operations: ['listItems'] };
  const draft = draftWaivers(await verify(faulty(), { scope, only: ['items.body-is-a-list'] }));
  const waivers = readWaivers(draft.replaceAll('TODO', 'known'), 'waivers.yaml', toyApi);
  const report = await verify(faulty(), { scope, only: ['items.body-is-a-list'], waivers });
  expect([statuses(report), exitCodeOf(report)]).toEqual([['items.body-is-a-list listItems waived'], 0]);
});

test.each([
  ['a server', toyServer(), 'passed'],
  ['a faulty server', faulty(), 'failed'],
])('judges the traffic of %s in a proxy', async (_, handler, status) => {
  const target = new URL(await serving(handler));
  const proxy = createProxy(toyApi, { target });
  const url = await proxy.listen({ port: 0 });
  await (await fetch(`${url}/toy/items`, { headers: { authorization: 'Bearer toy_test_key' } })).text();
  expect(statuses(await proxy.close())).toEqual([`items.body-is-a-list listItems ${status}`]);
});

test('judges an archive', async () => {
  const content = { mimeType: 'application/json', text: '{}' };
  const entry = {
    startedDateTime: '2026-06-15T12:00:00Z',
    time: 1,
    request: { method: 'GET', url: 'http://127.0.0.1/toy/items', headers: [] },
    response: { status: 200, headers: [{ name: 'content-type', value: 'application/json' }], content },
  };
  const har = JSON.stringify({ log: { version: '1.2', entries: [entry] } });
  expect(statuses(await checkTraffic(toyApi, { har }))).toEqual(['items.body-is-a-list listItems failed']);
});

test('every reporter names the failure', async () => {
  const report = await verify(faulty());
  const texts = [
    prettyReport(report, { colour: false }),
    ...[jsonReport, junitReport, ctrfReport, htmlReport, markdownReport, githubReport].map((render) =>
      render(report),
    ),
  ];
  for (const text of texts) {
    expect(text).toContain('items.body-is-a-list');
    expect(text).not.toContain('toy_test_key');
  }
});
