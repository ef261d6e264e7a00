import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonReport } from '../../conformance/engine/report/json.js';
import { commandIo } from '../../tests/support/command/command-io.js';
import { aFailure, aReport } from '../../tests/support/engine/report-fixture.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';
import { runCompare } from '../compare/compare.js';
import { writeOutput, writeReports } from './reports.js';

const message = `\`data\` is not an object, but ${'an array of arrays, '.repeat(9)}which nobody can read.`;
const failures = Array.from({ length: 12 }, (_, index) => ({
  ...aFailure,
  id: `envelope.check-${index}`,
  violations: aFailure.violations.map((violation) => ({ ...violation, message })),
}));
const report = aReport(failures);
const folder = temporaryFolder('reports');

/** @param columns the width of the terminal; undefined for a pipe */
function outputOf(columns: number | undefined) {
  const { io, written } = commandIo();
  return { io: { ...io, stdout: { ...io.stdout, columns } }, written };
}
const last = (text: string, start: string) => text.split('\n').findLast((line) => line.startsWith(start));

test.each([
  [80, `${`  ✗ envelope.check-11: ${message}`.slice(0, 79)}…`],
  [undefined, `  ✗ envelope.check-11: ${message}`],
])('cuts the lines of failures to the width of a terminal (%s)', async (columns, line) => {
  const { io, written } = outputOf(columns);
  await writeReports(report, [{ reporter: 'pretty' }], {}, io);
  expect(last(written.stdout, '  ✗ envelope.check-11')).toBe(line);
});

test('writes whole lines to a file', async () => {
  const file = join(folder, 'report.txt');
  await writeReports(report, [{ reporter: 'pretty', file }], {}, outputOf(80).io);
  expect(readFileSync(file, 'utf8')).toContain(`  ✗ envelope.check-11: ${message}\n`);
});

test.each([80, undefined])(
  'cuts the lines of a comparison to the width of a terminal (%s)',
  async (columns) => {
    const { io, written } = outputOf(columns);
    const file = join(folder, 'report.json');
    await writeOutput(file, () => jsonReport(report), io);
    await runCompare(file, file, { format: 'pretty' }, io);
    const line = last(written.stdout, '  envelope.check-0');
    expect([line?.length === 80, line?.includes(message)]).toEqual(columns ? [true, false] : [false, true]);
  },
);
