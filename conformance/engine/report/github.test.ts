import { expect, test } from 'vitest';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  aStaleWaiver,
} from '../../../tests/support/engine/report-fixture.js';
import { githubReport } from './github.js';

const linesOf = (report: Parameters<typeof githubReport>[0]) => githubReport(report).trimEnd().split('\n');

test('shows each distinct failure once, with its operations', () => {
  const lines = linesOf(aReport([aFailure, { ...aFailure, operation: 'listCommitments' }, aResult()]));
  expect(lines).toEqual([
    '::error title=envelope.success-has-data%3A `data` is not an object or an array.::In listProviders, listCommitments (2 requests).%0Aexpected: an object or an array%0Aactual: null%0Areproduce: curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" \'http://127.0.0.1:4010/api/v1/providers\'',
    '::notice title=VIOLATES%3A 1 check failed::1 check, 3 verdicts: 1 passed · 2 failed',
  ]);
});

test('shows blocked checks and stale waivers as errors, and warnings as warnings', () => {
  const lines = linesOf(
    aReport(
      [
        aResult({ status: 'blocked', message: 'give audit_id with --fixtures' }),
        aFinding({ status: 'warned' }),
      ],
      { stale_waivers: [aStaleWaiver] },
    ),
  );
  expect(lines.map((line) => line.split('::')[1])).toEqual([
    'error title=1 verdict blocked%3A give audit_id with --fixtures',
    'error title=Stale waiver of envelope.success-has-data',
    'warning title=envelope.success-has-data%3A `data` is not an object or an array.',
    expect.stringMatching(/^notice title=VIOLATES/),
  ]);
});

test('counts the annotations that GitHub would drop', () => {
  const failures = Array.from({ length: 14 }, (_, index) =>
    aFinding({ status: 'failed', fingerprint: `fp-${index}` }),
  );
  const errors = linesOf(aReport(failures)).filter((line) => line.startsWith('::error'));
  expect([errors.length, errors.at(-1)]).toEqual([
    10,
    '::error title=5 more::See the other reports for all of them.',
  ]);
});
