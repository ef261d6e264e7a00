import { expect, test } from 'vitest';
import { aFailure, aReport, aResult, aStaleWaiver } from '../../tests/support/report-fixture.js';
import { junitReport } from './junit.js';

test('a failure stands in its case, with what was expected and the command that repeats it', () => {
  const xml = junitReport(aReport([aResult({ operation: 'listCommitments' }), aFailure]));
  expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0"');
  expect(xml).toContain('<testcase classname="envelope.success-has-data" name="listCommitments"></testcase>');
  expect(xml).toContain('expected: an object or an array\nactual: null\nrepeat: curl -i');
});

test('text from the target cannot break out of the XML', () => {
  const xml = junitReport(aReport([aResult({ status: 'failed', message: '</failure>"&\u0000' })]));
  expect(xml).toContain('message="&lt;/failure&gt;&quot;&amp;\uFFFD"');
});

test('what is waived is skipped with its reason, and a stale waiver is a failure of its own', () => {
  const waiver = { reason: 'Gone with <release 7>.', expires: '2026-12-31', expired: false };
  const xml = junitReport(
    aReport([{ ...aFailure, status: 'waived', waiver }], {
      stale_waivers: [{ ...aStaleWaiver, reason: 'Gone with <release 6>.' }],
    }),
  );
  expect(xml).toContain('tests="2" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('<skipped message="waived until 2026-12-31: Gone with &lt;release 7&gt;."/>');
  expect(xml).toContain(
    '<testcase classname="envelope.success-has-data" name="API fp-0123456789ab"><failure',
  );
  expect(xml).toContain('waivers.yaml:3\nGone with &lt;release 6&gt;.');
});
