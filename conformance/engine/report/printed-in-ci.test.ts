import { expect, test } from 'vitest';
import { commandsIn, commandsOfCi } from '../../../tests/support/command/commands-of-ci.js';
import { aFinding, aReport, aResult, aStaleWaiver } from '../../../tests/support/engine/report-fixture.js';
import type { Report } from '../report.js';
import { ctrfReport } from './ctrf.js';
import { githubReport } from './github.js';
import { htmlReport } from './html/html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import { prettyReport } from './pretty.js';

/** Commands at the start, within a line and at the start of another line. */
const hostile = commandsOfCi.map((command) => `${command} ${command}\n${command}\\n${command}`).join('\n');
const parts = { message: hostile, expected: hostile, actual: hostile };
const waiver = { reason: hostile, expires: '2026-12-31', expired: false };

const report = aReport(
  [
    aFinding({ status: 'failed', ...parts, waiver: { ...waiver, expired: true } }, { sql: hostile }),
    aFinding({ status: 'warned', ...parts }),
    aFinding({ status: 'waived', ...parts, waiver }),
    ...(['blocked', 'errored', 'not_applicable'] as const).map((status) =>
      aResult({ status, message: hostile }),
    ),
  ],
  {
    target: hostile,
    notes: [hostile],
    stale_waivers: [{ ...aStaleWaiver, reason: hostile, where: hostile }],
  },
);

const reporters: readonly [string, (report: Report) => string][] = [
  ['pretty', (one) => prettyReport(one, { colour: false })],
  ['verbose', (one) => prettyReport(one, { colour: false, verbose: true })],
  ['grouped by operation', (one) => prettyReport(one, { colour: false, groupBy: 'operation' })],
  ['html', htmlReport],
  ['markdown', (one) => markdownReport(one)],
  ['json', jsonReport],
  ['junit', junitReport],
  ['ctrf', ctrfReport],
];

test.each(reporters)('the report %s contains no command of a CI system', (_, render) => {
  const text = render(report);
  expect(text).toContain('stop-commands');
  expect(commandsIn(text)).toEqual([]);
});

test('the report for GitHub contains only its own commands', () => {
  const commands = commandsIn(githubReport(report));
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect(command).toMatch(/^GitHub: ::(error|warning|notice) title=/);
});

test('the JSON reports have the texts unchanged', () => {
  expect(JSON.parse(jsonReport(report))).toEqual(JSON.parse(JSON.stringify(report)));
  expect(ctrfReport(report)).toContain('\\u0023#[stop-commands]x');
});
