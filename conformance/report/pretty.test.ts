import { expect, test } from 'vitest';
import { aFailure, aReport, aResult } from '../testing/a-report.js';
import { prettyReport } from './pretty.js';

const plain = (...results: Parameters<typeof aReport>[0]) =>
  prettyReport(aReport(results), { colour: false });

test('a failure tells requirement, expected, actual and how to repeat it', () => {
  const text = plain(aResult({ operation: 'listCommitments' }), aFailure);
  expect(text).toMatchInlineSnapshot(`
    "Conformance of http://127.0.0.1:4010
    contract 1.0.0, profile standard, 15 requests in 1.5 s

    ✗ FAILED envelope.success-has-data MUST, stated: Response envelope
      A success brings \`data\`, an object or an array.

      listProviders
        \`data\` is not an object or an array.
        expected  an object or an array
        actual    null
        repeat    curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://127.0.0.1:4010/api/v1/providers'

    1 check, 2 verdicts: 1 passed · 1 failed
    VIOLATES the contract: 1 check failed.
    "
  `);
});

test('a fault that several operations share is told once', () => {
  const text = plain(aFailure, { ...aFailure, operation: 'listCommitments' });
  expect(text).toContain('listProviders, listCommitments\n');
  expect(text.match(/expected {2}/g)).toHaveLength(1);
});

test('what could not run is grouped by its reason', () => {
  const missing = aResult({ status: 'could_not_run', message: 'give audit_id with --fixtures' });
  const text = plain(missing, { ...missing, id: 'envelope.success-has-no-error' });
  expect(text).toContain('2 verdicts: give audit_id with --fixtures');
  expect(text).toContain('INCOMPLETE');
});

test('colours come only when asked for', () => {
  expect(plain(aFailure)).not.toContain('\u001b');
  expect(prettyReport(aReport([aFailure]), { colour: true })).toContain('\u001b[31m');
});
