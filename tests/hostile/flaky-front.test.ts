import { expect, onTestFinished, test } from 'vitest';
import { draftWaivers } from '../../conformance/engine/judge/draft-waivers.js';
import { isBlockedByFinding, lacksPrecondition } from '../../conformance/engine/judge/result.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { runChecks } from '../../conformance/suite/run.js';
import { readWaivers } from '../../conformance/suite/waivers.js';
import { createMock } from '../../mocks/create-mock.js';
import { mockHandler } from '../support/mock-handler.js';
import type { Handler } from '../support/serve.js';
import { serving } from '../support/serving.js';
import { flaws, serveWith } from './flaky-front.js';

const seeds = [1, 2, 3];
const neverBreaks = 'errors.requests-never-break-the-server';

async function verify(flaw: keyof typeof flaws, seed: number) {
  const mock = await createMock();
  const server = await serveWith(flaw, seed, mockHandler(mock));
  onTestFinished(() => server.close());
  onTestFinished(() => mock.close());
  const report = await runChecks({ target: server.url, profile: 'standard', skip: ['limits.*'] });
  const failed = report.results.filter(({ status }) => status === 'failed').map(({ id }) => id);
  return { report, failed: [...new Set(failed)], ...server.counts() };
}

test.each(
  Object.keys(flaws).flatMap((flaw) => seeds.map((seed) => [flaw as keyof typeof flaws, seed] as const)),
)('a server that %s once in 20 requests fails no other check (seed %d)', async (flaw, seed) => {
  const { report, failed, failures, closed } = await verify(flaw, seed);
  expect(failures + closed).toBeGreaterThan(15);
  expect(report.results.filter(lacksPrecondition).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect([failed, exitCodeOf(report)]).toEqual(failures > 0 ? [[neverBreaks], 1] : [[], 0]);
});

/** Returns 503 to the first request to each of some paths, and always to one read. */
function withStrayErrors(handler: Handler): Handler {
  const stray = new Set([
    'POST /api/v1/webhooks/endpoints',
    'GET /api/v1/providers',
    'GET /api/v1/commitments',
  ]);
  return (request) => {
    const name = `${request.method} ${request.path}`;
    const isHit = stray.delete(name) || name === 'GET /api/v1/commitments/esr';
    return isHit ? { status: 503, headers: { 'content-type': 'text/html' }, body: 'Oops' } : handler(request);
  };
}

test('a run whose failures after stray errors are all waived exits with 0', async () => {
  const mock = await createMock();
  onTestFinished(() => mock.close());
  const verifyWith = async (waivers: string) => {
    const target = await serving(withStrayErrors(mockHandler(mock)));
    return runChecks({ target, skip: ['limits.*'], waivers: readWaivers(waivers, 'waivers.yaml') });
  };
  const report = await verifyWith('');
  const failed = report.results.filter(({ status }) => status === 'failed');
  expect(failed.map(({ id }) => id)).toContain(neverBreaks);
  expect(report.results.filter(isBlockedByFinding).length).toBeGreaterThan(5);
  expect(exitCodeOf(report)).toBe(1);

  const waived = await verifyWith(draftWaivers(report).replaceAll('TODO', 'Known.'));
  expect(waived.summary).toMatchObject({ failed: 0, waived: failed.length, errored: 0 });
  expect(waived.results.filter(lacksPrecondition).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(waived.results.filter(isBlockedByFinding).length).toBeGreaterThan(5);
  expect([waived.stale_waivers, exitCodeOf(waived)]).toEqual([[], 0]);
});
