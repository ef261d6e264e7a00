import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { soakReport } from './lib/soak/report.mjs';
import { runSoak } from './lib/soak/run.mjs';

const page = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');

/** @param {string} name @param {...string} args */
const run = (name, ...args) =>
  promisify(execFile)(process.execPath, [join(root, `tests/benchmarks/${name}.mjs`), ...args]);

/**
 * Returns the text of a report without its figures: the titles of its tables, and the sentences that do not depend on the
 * machine or the outcome.
 *
 * @param {string} report
 */
function textOf(report) {
  const titles = report.match(/^\| .*?(?= *\|.*\n\| -)/gm) ?? [];
  const sentences = report.split('\n').filter((line, at) => at > 0 && !/^(\||-|\*\*|In use)/.test(line));
  return [...titles, ...sentences.map((line) => line.replaceAll(/-?\d[\d,.]*/g, '#'))];
}

/** @param {string} heading @returns {string} */
function sectionOf(heading) {
  const section = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  return section.slice(section.indexOf('\n\n') + 2);
}

test.each([
  ['mock', 'Mock server', /^\| this mock +(\| +[\d,]+ ){5}\|$/m],
  ['client', 'Client', /^\| the client +(\| +\d+ \([^)]+\) ){3}\|$/m],
  ['verify', 'Verify', /^- \d+\.\d\d s in total, .+: \d{4} results, \d{3,4} requests$/m],
])(
  'a quick run of %s prints a report with the text of the page',
  async (name, heading, row) => {
    const { stdout } = await run(name, '--quick');
    expect(stdout).toMatch(row);
    expect(stdout).not.toContain('NaN');
    const known = textOf(sectionOf(heading));
    expect(textOf(stdout).filter((line) => !known.includes(line))).toEqual([]);
  },
  120_000,
);

test('a short soak test passes and prints a report with the text of the page', async () => {
  const outcome = await runSoak({ requests: 1500, seed: 7 }, () => {});
  expect(outcome.judge.problems).toEqual([]);
  expect(outcome.stderr).toEqual([]);
  expect(outcome.judge.responses).toBeGreaterThanOrEqual(1500);
  expect([...outcome.done.values()]).not.toContain(0);
  const report = soakReport(outcome);
  expect(report).toContain('No invalid responses, no unhandled errors, memory not evaluated');
  const known = textOf(sectionOf('Soak'));
  expect(textOf(report).filter((line) => !known.includes(line))).toEqual([]);
}, 120_000);

test.each([
  ['mock', '--slow'],
  ['client', '--quick=yes'],
  ['verify', 'now'],
  ['soak', '--requests'],
])('%s rejects %s and starts nothing', async (name, option) => {
  const failed = await run(name, option).catch((error) => error);
  expect(failed).toMatchObject({ code: 2, stdout: '' });
  expect(failed.stderr).toMatch(/^[^\n]+\.\n$/);
});
