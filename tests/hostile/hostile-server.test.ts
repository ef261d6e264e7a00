import { expect, test } from 'vitest';
import { CannotStart } from '../../conformance/cannot-start.js';
import { htmlReport } from '../../conformance/report/html.js';
import { jsonReport } from '../../conformance/report/json.js';
import { junitReport } from '../../conformance/report/junit.js';
import { markdownReport } from '../../conformance/report/markdown.js';
import { prettyReport } from '../../conformance/report/pretty.js';
import { exitCodeOf, type Report } from '../../conformance/report.js';
import { runChecks } from '../../conformance/run-checks.js';
import { independentFixtures as fixtures } from '../independent/typescript/independent-server.js';
import { type Attack, attacks, serveHostile } from './hostile-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];
/** Requests after which a run looks at more than whether there is a server at all. */
const begun = 12;

test.each(Object.entries(attacks))('the suite ends on %s', async (_, attack) => {
  await survives(attack, () => true);
});

// With every other answer as it should be the suite gets so far as to run its checks.
test.each([
  'JSON that is cut off',
  'a body of 64 MiB',
  'ever another 8 MiB',
  'hundreds of thousands of empty objects',
  'numbers too large',
  'headers without end',
  'words for a terminal',
  'markup for a page',
  'ids of a megabyte',
  'a reset',
  'silence',
  'members of every wrong type',
  'pages without end',
])('the suite ends on %s in every other answer', async (name) => {
  await survives(attacks[name] as Attack, (request) => request > begun && request % 2 === 0);
});

async function survives(attack: Attack, attacked: (request: number) => boolean): Promise<void> {
  const { url, requests, close } = await serveHostile(apiKeys, attack, attacked);
  try {
    judge(await runChecks({ target: url, apiKeys, fixtures, timeoutMs: 300 }));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    expect(error.message).toContain(url);
  } finally {
    await close();
  }
  expect(requests()).toBeLessThan(700);
}

/** A report blames the server, and never the suite itself. */
function judge(report: Report): void {
  expect(report.results.filter(({ status }) => status === 'errored')).toEqual([]);
  expect([1, 3]).toContain(exitCodeOf(report));
  const pages = {
    pretty: prettyReport(report, { colour: false }),
    json: jsonReport(report),
    junit: junitReport(report),
    html: htmlReport(report),
    markdown: markdownReport(report),
  };
  for (const [name, page] of Object.entries(pages)) {
    for (const key of apiKeys) expect(page.includes(key), `a key in the ${name} report`).toBe(false);
    expect(page.length, `size of the ${name} report`).toBeLessThan(64 * 1024 * 1024);
  }
  for (const name of ['html', 'markdown', 'junit'] as const)
    expect(pages[name]).not.toContain('<script>alert');
  expect(pages.pretty).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
}
