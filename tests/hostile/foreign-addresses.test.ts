import { expect, onTestFinished, test } from 'vitest';
import { fixturesPath } from '../../src/contract/fixtures.js';
import { mockBase } from '../faulty-servers/base.js';
import { type Handler, serve } from '../support/serve.js';
import { verify } from '../support/suite/verify.js';

/** Verifies a server whose fixtures refer to another address on this machine. Returns the calls to that address. */
async function callsElsewhere(target: string): Promise<string[]> {
  const calls: string[] = [];
  const victim = await serve(({ method, path }) => {
    calls.push(`${method} ${path}`);
    return { status: 404, headers: {}, body: '' };
  });
  const { right, apiKeys, close } = await mockBase();
  const fixtures = { events_url: `${victim.url}/containers/create`, clock_url: `${victim.url}/clock` };
  const handler: Handler = (request) =>
    request.path === fixturesPath
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fixtures) }
      : right(request);
  onTestFinished(() => Promise.all([close(), victim.close()]).then(() => undefined));
  const report = await verify(handler, {
    target,
    apiKeys,
    allowWrites: true,
    receiver: { url: 'https://receiver.example', port: 0 },
    only: ['webhooks.event-is-delivered'],
  });
  expect(report.results.length).toBeGreaterThan(0);
  return calls;
}

test('does not call an address on this machine that a remote server refers to', async () => {
  expect(await callsElsewhere('http://api.example')).toEqual([]);
});

test('calls an address on this machine that a local server refers to', async () => {
  expect(await callsElsewhere('http://127.0.0.1')).toContain('POST /containers/create');
});
