import { expect, test } from 'vitest';
import { aFailure, aReport, aResult } from '../testing/a-report.js';
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
