import { expect, test } from 'vitest';
import { commandsIn, commandsOfCi } from '../../../tests/support/command/commands-of-ci.js';
import { everyReport } from '../../../tests/support/engine/every-report.js';
import { aFinding, aReport, aResult, aStaleWaiver } from '../../../tests/support/engine/report-fixture.js';

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

const { github, ...others } = everyReport(report);

test.each(Object.entries(others))('the report %s contains no command of a CI system', (_, text) => {
  expect(text).toContain('stop-commands');
  expect(commandsIn(text)).toEqual([]);
});

test('the report for GitHub contains only its own commands', () => {
  const commands = commandsIn(github);
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect(command).toMatch(/^GitHub: ::(error|warning|notice) title=/);
});

test('the JSON reports have the texts unchanged', () => {
  expect(JSON.parse(others.json)).toEqual(JSON.parse(JSON.stringify(report)));
  expect(others.ctrf).toContain('\\u0023#[stop-commands]x');
});
