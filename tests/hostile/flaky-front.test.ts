import { expect, onTestFinished, test } from 'vitest';
import { exitCodeOf } from '../../conformance/report.js';
import { lacksPrecondition } from '../../conformance/result.js';
import { runChecks } from '../../conformance/run-checks.js';
import { createMock } from '../../mocks/create-mock.js';
import { mockHandler } from '../support/mock-handler.js';
import { flaws, serveWith } from './flaky-front.js';

const seeds = [1, 2, 3, 4, 5];
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
