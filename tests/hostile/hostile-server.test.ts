import { expect, test } from 'vitest';
import { CannotStart } from '../../conformance/engine/cannot-start.js';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import { runChecks } from '../../conformance/suite/run.js';
import { independentFixtures as fixtures } from '../independent/typescript/independent-server.js';
import { everyReport } from '../support/engine/every-report.js';
import { type Attack, attacks, serveHostile } from './hostile-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];
/** The number of correct responses after which a run has started its checks. */
const startupRequests = 12;

test.each(Object.entries(attacks))('completes on %s', async (_, attack) => {
  await expectCompletion(attack, () => true);
});

// With every other response correct, the suite runs its checks.
test.each([
  'truncated JSON',
  'a body of 64 MiB',
  'a different body of 8 MiB each time',
  'hundreds of thousands of empty objects',
  'numbers that are too large',
  'endless headers',
  'terminal control sequences',
  'HTML markup',
  'IDs of a megabyte',
  'a connection reset',
  'no response',
  'properties of wrong types',
  'endless pages',
] as const)('completes on %s in every other response', async (name) => {
  await expectCompletion(attacks[name], (request) => request > startupRequests && request % 2 === 0);
});

async function expectCompletion(attack: Attack, attacked: (request: number) => boolean): Promise<void> {
  const { url, requests, close } = await serveHostile(apiKeys, attack, attacked);
  try {
    expectValidReport(await runChecks({ target: url, apiKeys, fixtures, timeoutMs: 300 }));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    expect(error.message).toContain(url);
  } finally {
    await close();
  }
  // A run sends about 600 requests, and repeats a read that returns 5xx.
  expect(requests()).toBeLessThan(1200);
}

/** Expects a report without errors of the suite itself, and without API keys or unescaped output. */
function expectValidReport(report: Report): void {
  expect(report.results.filter(({ status }) => status === 'errored')).toEqual([]);
  expect([1, 3]).toContain(exitCodeOf(report));
  const pages = everyReport(report);
  for (const [name, page] of Object.entries(pages)) {
    for (const key of apiKeys) expect(page.includes(key), `API key in the ${name} report`).toBe(false);
    expect(page.length, `size of the ${name} report`).toBeLessThan(64 * 1024 * 1024);
  }
  for (const name of ['html', 'markdown', 'junit'] as const)
    expect(pages[name]).not.toContain('<script>alert');
  expect(pages.pretty).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
}
