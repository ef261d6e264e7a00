import { expect, test } from 'vitest';
import { aFailure, aFinding, aReport, aResult } from '../../../tests/support/engine/report-fixture.js';
import type { Report } from '../report.js';
import { ctrfReport } from './ctrf.js';

const read = (report: Report) => JSON.parse(ctrfReport(report));

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
