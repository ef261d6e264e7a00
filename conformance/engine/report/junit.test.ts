import { expect, test } from 'vitest';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  aStaleWaiver,
} from '../../../tests/support/engine/report-fixture.js';
import { junitReport } from './junit.js';

test('writes a failure to its test case, with expected, actual and the command to reproduce it', () => {
  const xml = junitReport(aReport([aResult({ operation: 'listCommitments' }), aFailure]));
  expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0"');
  expect(xml).toContain('<testcase classname="envelope.success-has-data" name="listCommitments"></testcase>');
  expect(xml).toContain('  expected  an object or an array\n  actual    null\n  reproduce curl -i');
});

test('escapes data from the target', () => {
  const xml = junitReport(aReport([aResult({ status: 'failed', message: '</failure>"&\u0000' })]));
  expect(xml).toContain('message="&lt;/failure&gt;&quot;&amp;\\u0000"');
});

test('reports a waived failure as skipped, and a stale waiver as a failure', () => {
  const waiver = { reason: 'Fixed in <release 7>.', expires: '2026-12-31', expired: false };
  const xml = junitReport(
    aReport([aFinding({ status: 'waived', waiver })], {
      stale_waivers: [{ ...aStaleWaiver, reason: 'Fixed in <release 6>.' }],
    }),
  );
  expect(xml).toContain('tests="2" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('<skipped message="waived until 2026-12-31: Fixed in &lt;release 7&gt;."/>');
  expect(xml).toContain(
    '<testcase classname="envelope.success-has-data" name="API fp-0123456789ab"><failure',
  );
  expect(xml).toContain('waivers.yaml:3\nFixed in &lt;release 6&gt;.');
});
