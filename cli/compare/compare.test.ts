import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonReport } from '../../conformance/engine/report/json.js';
import { expectRefusal, runCommand } from '../../tests/support/command/command-io.js';
import { aFailure, aReport, aResult } from '../../tests/support/engine/report-fixture.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const folder = temporaryFolder('compare');
function fileWith(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
const passing = fileWith('passing.json', jsonReport(aReport([aResult()])));
const failing = fileWith('failing.json', jsonReport(aReport([aFailure])));
const compare = (...args: readonly string[]) => runCommand(['compare', ...args], {});

test('exits with 1 if something broke, and with 0 if it was only fixed', async () => {
  const broken = await compare(passing, failing);
  expect(broken.stdout).toContain('✗ FAILED envelope.success-has-data');
  expect([broken.code, broken.stderr]).toEqual([1, '']);
  const fixed = await compare(failing, passing);
  expect(fixed.stdout).toContain('NOTHING BROKE. Fixed: 1 failure.');
  expect([fixed.code, fixed.stderr]).toEqual([0, '']);
});

test('prints Markdown and JSON', async () => {
  const markdown = await compare(passing, failing, '--format', 'markdown');
  expect([markdown.code, markdown.stdout]).toEqual([
    1,
    expect.stringMatching(/^## ❌ BROKEN: 1 new failure/),
  ]);
  const json = await compare(failing, passing, '--format', 'json');
  expect([json.code, JSON.parse(json.stdout).is_broken]).toEqual([0, false]);
});

test('compares reports of other servers and suites, and says so', async () => {
  const text = jsonReport(aReport([aResult()], { target: 'http://other', suite_version: '0.2.0' }));
  const { code, stdout } = await compare(passing, fileWith('other.json', text));
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Note: The reports are of different servers: http://127.0.0.1:4010, then http://other.',
  );
  expect(stdout).toContain('Note: The reports are of different versions of the suite: 0.1.0, then 0.2.0.');
});

/** A report without a member. */
function without(name: string, members: object): object {
  return { ...members, [name]: undefined };
}
const { violations } = aFailure;

test.each([
  ['text', '<html>', 'is not a JSON report. Write one with: verify URL --reporter json=report.json'],
  ['another JSON file', '{"results": 1}', 'is not a JSON report.'],
  ['no object', 'null', 'is not a JSON report.'],
  ['an array of numbers as results', JSON.stringify(aReport([1 as never])), 'a result is not an object'],
  [
    'a report without stale waivers',
    JSON.stringify(without('stale_waivers', aReport([]))),
    '`stale_waivers` is',
  ],
  [
    'results without violations',
    JSON.stringify(aReport([without('violations', aResult()) as never])),
    'was written by version 0.1.0 of the suite, in a format that this version cannot read: `violations` is missing',
  ],
  [
    'violations without a fingerprint',
    JSON.stringify(
      aReport([{ ...aFailure, violations: violations.map((one) => without('fingerprint', one)) as never }]),
    ),
    '`fingerprint` is missing or has another type',
  ],
])('exits with 2 for %s', async (_, text, problem) => {
  const file = fileWith('bad.json', text);
  for (const pair of [
    [file, passing],
    [passing, file],
  ] as const) {
    const refused = await compare(...pair);
    expectRefusal(refused, problem);
    expect(refused.stderr).toContain(file);
  }
});

test('exits with 2 for a missing file or argument', async () => {
  expectRefusal(await compare(passing, join(folder, 'none.json')), 'none.json does not exist.');
  expectRefusal(await compare(passing), "argument 'new.json'");
});
