import { expect, test } from 'vitest';
import { aFinding, aReport, aResult, aStaleWaiver } from '../../../../tests/support/engine/report-fixture.js';
import type { Result } from '../../judge/result.js';
import type { Report } from '../../report.js';
import { compareReports, exitCodeOfComparison } from './compare.js';
import { conclusionOf } from './items.js';
import { jsonComparison } from './json.js';
import { markdownComparison } from './markdown.js';
import { prettyComparison } from './pretty.js';

const other = { fingerprint: 'fp-ba9876543210', message: '`data` is missing.' };
const failed = aFinding({ status: 'failed' });
const failedOtherwise = aFinding({ status: 'failed', ...other });
const blocked = aResult({ status: 'blocked', message: 'GET /api/v1/providers returned 500' });
const passed = aResult();
const notRun: Result[] = [];
const progress = { implemented: [], missing: ['listProviders'], unknown: [] } as never;

function compared(before: readonly Result[], after: readonly Result[], parts: Partial<Report> = {}) {
  return compareReports(
    aReport(before),
    aReport(after, { started_at: '2026-06-16T12:00:00.000Z', ...parts }),
  );
}

/** Counts what is in each list, in the order of the report. */
function counts({ broken, fixed, stillFailing, notJudged }: ReturnType<typeof compareReports>) {
  return {
    ...{ broken: broken.failures.length, lost: broken.verdicts.length },
    ...{ fixed: fixed.failures.length, regained: fixed.verdicts.length },
    ...{ still: stillFailing.length, notJudged: notJudged.length },
  };
}
const none = { broken: 0, lost: 0, fixed: 0, regained: 0, still: 0, notJudged: 0 };
const isMissing = { progress };

test.each<[string, Result[], Result[], Partial<Report>, Partial<typeof none>, number]>([
  ['nothing changed', [passed], [passed], {}, {}, 0],
  ['a failure is new', [passed], [failed], {}, { broken: 1 }, 1],
  ['a warning became a failure', [aFinding({ status: 'warned' })], [failed], {}, { broken: 1 }, 1],
  ['a failure is in a check that was not run', notRun, [failed], {}, { broken: 1 }, 1],
  ['a failure has gone', [failed], [passed], {}, { fixed: 1 }, 0],
  ['a failure is waived now', [failed], [aFinding({ status: 'waived' })], {}, { fixed: 1 }, 0],
  ['a failure is the same', [failed], [failed], {}, { still: 1 }, 0],
  ['a failure is another', [failed], [failedOtherwise], {}, { broken: 1, fixed: 1 }, 1],
  ['what passed is blocked', [passed], [blocked], {}, { lost: 1 }, 1],
  ['what passed is not implemented', [passed], notRun, isMissing, { lost: 1 }, 1],
  ['what passed was not run', [passed], notRun, {}, { notJudged: 1 }, 0],
  ['what failed is blocked', [failed], [blocked], {}, { notJudged: 1 }, 0],
  ['what failed was not run', [failed], notRun, {}, { notJudged: 1 }, 0],
  ['what was blocked passes', [blocked], [passed], {}, { regained: 1 }, 0],
  ['what was blocked fails', [blocked], [failed], {}, { broken: 1 }, 1],
])('%s', (_, before, after, parts, expected, exitCode) => {
  const comparison = compared(before, after, parts);
  expect(counts(comparison)).toEqual({ ...none, ...expected });
  expect(exitCodeOfComparison(comparison)).toBe(exitCode);
});

test('a failure of another operation is new', () => {
  const elsewhere = aFinding({ status: 'failed', operation: 'listCommitments' });
  expect(counts(compared([failed], [failed, elsewhere]))).toEqual({ ...none, broken: 1, still: 1 });
});

test('checks of one report only are listed', () => {
  const { checks } = compared([passed, aResult({ id: 'old.check' })], [passed, aResult({ id: 'new.check' })]);
  expect(checks).toEqual({ new: ['new.check'], gone: ['old.check'] });
});

test('notes state what makes the reports less comparable', () => {
  const { notes } = compareReports(
    aReport([failed], { target: 'http://one', profile: 'strict', started_at: '2026-06-17T12:00:00.000Z' }),
    aReport([{ ...failed, more_violations: 2 }], {
      target: 'http://two',
      suite_version: '0.2.0',
      stale_waivers: [aStaleWaiver],
    }),
  );
  expect(notes).toEqual([
    'The reports are of different servers: http://one, then http://two.',
    'The reports are of different versions of the suite: 0.1.0, then 0.2.0.',
    'The reports are of different profiles: strict, then standard.',
    'The old report is newer than the other. Are they in the wrong order?',
    'Not all violations of envelope.success-has-data are in the reports, so they may differ in others too.',
    'The new report has 1 stale waiver: remove what is fixed from the waivers.',
  ]);
  const report = aReport([passed]);
  expect(compareReports(report, report).notes).toEqual(['Both reports are of the same run.']);
});

const mixed = compared(
  [
    passed,
    aFinding({ status: 'failed', ...other, operation: 'listCommitments' }),
    aResult({ id: 'a.check' }),
  ],
  [failed, aResult({ operation: 'listCommitments' }), { ...blocked, id: 'a.check' }],
);

test('the conclusion counts what changed', () => {
  expect(conclusionOf(mixed).text).toBe(
    'BROKEN: 1 new failure and 1 passed verdict not tested any more. Fixed: 1 failure. Still failing: 0.',
  );
  expect(conclusionOf(compared([], [])).text).toBe('NOTHING BROKE. Fixed: nothing. Still failing: 0.');
});

test('a terminal shows new failures with evidence, then the other changes', () => {
  const text = prettyComparison(mixed, { colour: false, verbose: false, files: ['old.json', 'new.json'] });
  expect(text).toMatch(/^Changes from old\.json to new\.json\n\n✗ FAILED envelope\.success-has-data/);
  expect(text).toContain('    actual    null\n    reproduce curl ');
  expect(text).toContain(
    '  a.check: passed, then blocked: GET /api/v1/providers returned 500. In listProviders.',
  );
  expect(text).toContain('✓ FIXED\n  envelope.success-has-data: `data` is missing. In listCommitments.');
});

test('Markdown shows data of the servers only as text', () => {
  const hostile = aFinding({
    status: 'failed',
    message: '<img src=x>\n\n# [a](b)',
    actual: '</code><script>',
  });
  const text = markdownComparison(compared([passed], [hostile]));
  expect(text).toMatch(/^## ❌ BROKEN: 1 new failure/);
  expect(text).not.toMatch(/<img|<script|^# /m);
});

test('Markdown fits a comment, and counts what it omits', () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    aFinding({ status: 'failed', id: `a.check-${index}`, actual: 'x'.repeat(400) }),
  );
  const text = markdownComparison(compared([], many));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/Omitted because of the size: \d+ sections/);
});

test('JSON lists each failure with its operation and fingerprint', () => {
  const { is_broken, broken, fixed } = JSON.parse(jsonComparison(mixed));
  expect({ is_broken, broken, fixed }).toMatchObject({
    is_broken: true,
    broken: {
      failures: [{ check: failed.id, operation: 'listProviders', fingerprint: failed.fingerprint }],
      verdicts: [{ check: 'a.check', from: 'passed', to: 'blocked', reason: blocked.message }],
    },
    fixed: { failures: [{ operation: 'listCommitments', message: other.message }], verdicts: [] },
  });
});
