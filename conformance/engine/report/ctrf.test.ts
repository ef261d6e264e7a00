import { validate } from 'ctrf';
import { expect, test } from 'vitest';
import { faultyServersByArea } from '../../../tests/faulty-servers/index.js';
import { judge } from '../../../tests/faulty-servers/judge.js';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  aStaleWaiver,
} from '../../../tests/support/engine/report-fixture.js';
import type { Report } from '../report.js';
import { ctrfReport } from './ctrf.js';

const read = (report: Report) => JSON.parse(ctrfReport(report));

test('conforms to the schema of the Common Test Report Format', async () => {
  const [server] = faultyServersByArea.fields ?? [];
  const report = await judge(server);
  const document = read({ ...report, stale_waivers: [aStaleWaiver] });
  expect(validate(document)).toEqual({ valid: true, errors: [] });
  const { passed, warned } = report.summary;
  expect(document.results.summary).toMatchObject({
    tests: report.results.length + 1,
    passed: passed + warned,
  });
});

test('maps each status', () => {
  const waiver = { reason: 'Known.', expires: '2026-12-31', expired: false };
  const { tests } = read(
    aReport([
      aFailure,
      aFinding({ status: 'warned' }),
      aFinding({ status: 'waived', waiver }),
      aResult({ status: 'blocked', message: 'no id was found' }),
      aResult({ status: 'blocked', blocked_by: aFailure.id }),
      aResult({ status: 'errored' }),
      aResult({ status: 'not_applicable' }),
    ]),
  ).results;
  expect(tests.map(({ status, rawStatus }: any) => `${rawStatus}: ${status}`)).toEqual([
    'failed: failed',
    'warned: passed',
    'waived: skipped',
    'blocked: other',
    'blocked: skipped',
    'errored: other',
    'not_applicable: skipped',
  ]);
  expect(tests[0].trace).toContain('  actual    null\n  reproduce curl -i');
});

test('an invalid document is not accepted', () => {
  const document = read(aReport([aFailure]));
  document.results.tests[0].status = 'broken';
  expect(validate(document).valid).toBe(false);
});
