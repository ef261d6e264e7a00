import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { CannotStart } from '../cannot-start.js';
import { prettyReport } from '../report/pretty.js';
import { exitCodeOf, type Report } from '../report/report.js';
import { runChecks } from '../run-checks.js';
import { type Attack, attacks, mutating } from './hostile-server.js';
import { inProcess } from './in-process.js';
import { createIndependentServer, independentFixtures as fixtures } from './independent-server.js';
import { answerWith } from './serve.js';

const apiKeys = ['one_test_caller', 'one_test_stranger'];

test.each(Object.entries(attacks))('the suite ends on %s', async (_, attack) => {
  await survives(attack, () => true);
});

// With every other answer as it should be the suite gets so far as to run its checks.
test.each([
  'JSON that is cut off',
  'a body of 64 MiB',
  'headers without end',
  'a reset',
  'silence',
  'members of every wrong type',
  'pages without end',
])('the suite ends on %s in every other answer', async (name) => {
  await survives(attacks[name] as Attack, (request) => request > 12 && request % 2 === 0);
});

test.each([1, 14, 21, 27])('no check breaks on answers with wrong parts (seed %i)', async (seed) => {
  const handler = mutating(createIndependentServer({ keys: apiKeys }), seed);
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(handler),
    apiKeys,
    fixtures,
  });
  judge(report);
});

async function survives(attack: Attack, attacked: (request: number) => boolean): Promise<void> {
  const { url, requests, close } = await serveHostile(attack, attacked);
  try {
    judge(await runChecks({ target: url, apiKeys, fixtures, timeoutMs: 300 }));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    expect(error.message).toContain(url);
  } finally {
    await close();
  }
  expect(requests()).toBeLessThan(600);
}

/** A report blames the server, and never the suite itself. */
function judge(report: Report): void {
  expect(report.results.filter(({ status }) => status === 'errored')).toEqual([]);
  expect(exitCodeOf(report)).toBe(1);
  expect(prettyReport(report, { colour: false })).toContain(report.target);
}

/** A server that keeps the contract but for the requests that are attacked, counted from 1. */
async function serveHostile(attack: Attack, attacked: (request: number) => boolean) {
  const handler = createIndependentServer({ keys: apiKeys });
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    count += 1;
    if (attacked(count)) attack(incoming.socket);
    else await answerWith(handler, incoming, outgoing);
  });
  // Whoever is attacked hangs up, at any moment.
  server.on('connection', (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => count,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
