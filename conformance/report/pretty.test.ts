import { expect, test } from 'vitest';
import { aFailure, aReport, aResult, aStaleWaiver } from '../../tests/support/report-fixture.js';
import type { Result } from '../result.js';
import { prettyReport } from './pretty.js';

const plain = (...results: Parameters<typeof aReport>[0]) =>
  prettyReport(aReport(results), { colour: false });

test('prints requirement, expected, actual and the command to reproduce a failure', () => {
  const text = plain(aResult({ operation: 'listCommitments' }), aFailure);
  // The totals grow with the contract.
  const coverage =
    /^Coverage: 0 of \d+ operations · 0 of \d+ documented statuses · \d+ parameters \(0 accepted, 0 rejected\) · 1 of \d+ requirements$/m;
  expect(text).toMatch(coverage);
  expect(text.replace(coverage, 'Coverage: …')).toMatchInlineSnapshot(`
    "Conformance of http://127.0.0.1:4010
    contract 1.0.0, profile standard, 15 requests in 1.5 s

    ✗ FAILED envelope.success-has-data MUST, stated: Response envelope
      A success response has \`data\`, an object or an array.
      listProviders: \`data\` is not an object or an array. · waive as fp-0123456789ab
        expected  an object or an array
        actual    null
        reproduce curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://127.0.0.1:4010/api/v1/providers'

    To reproduce a request, set COST_CONTRACT_API_KEY (your first key) first.
    1 check, 2 verdicts: 1 passed · 1 failed
    Coverage: …
    VIOLATES the contract: 1 check failed.
    "
  `);
});

test('prints a violation of several operations once', () => {
  const text = plain(aFailure, { ...aFailure, operation: 'listCommitments' });
  expect(text).toContain('  listProviders (shown), listCommitments: `data` is not an object');
  expect(text.match(/expected {2}/g)).toHaveLength(1);
});

test('groups blocked checks by reason', () => {
  const missing = aResult({ status: 'blocked', message: 'give audit_id with --fixtures' });
  const text = plain(missing, { ...missing, id: 'envelope.success-has-no-error' });
  expect(text).toContain('2 verdicts: give audit_id with --fixtures');
  expect(text).toContain(
    'Template for --fixtures; replace the values with ones from your server: {"audit_id":4711}',
  );
  expect(text).toContain('INCOMPLETE');
});

test('prints different violations of the same check separately', () => {
  const text = plain(aFailure, {
    ...aFailure,
    operation: 'listCommitments',
    message: '`data` is a string.',
    fingerprint: 'fp-ba9876543210',
  });
  expect(text.match(/waive as fp-/g)).toHaveLength(2);
});

test('prints a waived failure with its reason, and conforms', () => {
  const waiver = { reason: 'Fixed in release 7.', expires: '2026-12-31', expired: false };
  const text = plain({ ...aFailure, status: 'waived', waiver });
  expect(text).toContain('~ WAIVED');
  expect(text).toContain('Until 2026-12-31: Fixed in release 7.');
  expect(text).toContain('CONFORMS: no violations found except waived ones.');
});

test('prints when the waiver of a failure expired', () => {
  const waiver = { reason: 'Fixed in release 7.', expires: '2026-05-31', expired: true };
  expect(plain({ ...aFailure, waiver })).toContain('waiver    expired on 2026-05-31: Fixed in release 7.');
});

test('prints the place of a stale waiver, which fails the run', () => {
  const text = prettyReport(aReport([aResult()], { stale_waivers: [aStaleWaiver] }), { colour: false });
  expect(text).toContain('waivers.yaml:3: envelope.success-has-data in the whole API fp-0123456789ab');
  expect(text).toContain('VIOLATES the contract: 1 stale waiver, but no failed check.');
});

test('truncates long data from the server', () => {
  const text = plain({ ...aFailure, actual: 'x'.repeat(10_000) });
  expect(text.length).toBeLessThan(2000);
});

test('uses colours only on request', () => {
  expect(plain(aFailure)).not.toContain('\u001b');
  expect(prettyReport(aReport([aFailure]), { colour: true })).toContain('\u001b[31m');
});

test('does not truncate a long command', () => {
  const exchange = {
    ...(aFailure.exchange as NonNullable<Result['exchange']>),
    curl: `curl '${'x'.repeat(5000)}'`,
  };
  const long = { ...aFailure, exchange };
  const text = plain(long);
  expect(text).toContain('(5007 characters; see the JSON or HTML report)');
  expect(text).not.toContain('curl');
});

test('counts the verdicts that are blocked by a finding, without their reasons', () => {
  const blocked = aResult({ status: 'blocked', message: 'no list was found', blocked_by: aFailure.id });
  const text = plain(aFailure, { ...blocked, id: 'the.first' }, { ...blocked, id: 'the.second' });
  expect(text).toContain('\n\n? BLOCKED 2 verdicts: blocked by failures above\n\n');
  expect(text).not.toContain('no list was found');
});
