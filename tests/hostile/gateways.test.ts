import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { lacksPrecondition, type Result } from '../../conformance/engine/judge/result.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { runChecks } from '../../conformance/suite/run.js';
import { createMock } from '../../mocks/create-mock.js';
import { mockHandler } from '../support/mock-handler.js';
import { requestOf } from '../support/serve.js';
import { listening } from '../support/serving.js';

/** Serves the mock behind a gateway that compresses every response, or that removes a base path. */
async function serveBehind({ compresses = false, base = '' }): Promise<string> {
  const mock = await createMock();
  const handler = mockHandler(mock);
  const server = createServer(async (incoming, outgoing) => {
    const request = await requestOf(incoming);
    if (!request.path.startsWith(base)) return void outgoing.writeHead(404).end();
    const { status, headers, body } = await handler({ ...request, path: request.path.slice(base.length) });
    const coded = compresses ? { ...headers, 'content-encoding': 'gzip' } : headers;
    outgoing.writeHead(status, coded).end(compresses ? gzipSync(body) : body);
  });
  onTestFinished(() => mock.close());
  return `${await listening(server)}${base}`;
}

/** Does not apply if another check changes the virtual tag at that moment. */
const ofChangedTag = 'costs.virtual-tag-filter-returns-the-cost-of-the-row';

async function verdictsOf(target: string) {
  const report = await runChecks({ target, skip: ['limits.*'] });
  expect(report.results.filter(lacksPrecondition)).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
  const verdictOf = ({ id, status }: Result) =>
    id === ofChangedTag && status === 'not_applicable' ? 'passed' : status;
  return report.results.map((result) => `${result.id} ${result.operation} ${verdictOf(result)}`);
}

test('a gateway that always compresses or that removes a base path changes no verdict', async () => {
  const expected = await verdictsOf(await serveBehind({}));
  // The service publishes its fixtures below its base path, and delivers events.
  expect(expected).toContain('webhooks.event-is-delivered createWebhookEndpoint passed');
  expect(await verdictsOf(await serveBehind({ compresses: true }))).toEqual(expected);
  expect(await verdictsOf(await serveBehind({ base: '/gateway/costs' }))).toEqual(expected);
});
