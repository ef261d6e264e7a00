import { expect, test } from 'vitest';
import { aFailure, aReport, aResult, aStaleWaiver } from '../../tests/support/report-fixture.js';
import type { Result } from '../result.js';
import { prettyReport } from './pretty.js';

const plain = (...results: Parameters<typeof aReport>[0]) =>
  prettyReport(aReport(results), { colour: false });

test('a failure tells requirement, expected, actual and how to repeat it', () => {
  const text = plain(aResult({ operation: 'listCommitments' }), aFailure);
  // How much there is to see grows with the contract.
  const seen =
    /^Seen: 0 of \d+ operations · 0 of \d+ documented statuses · \d+ parameters \(0 seen accepted, 0 refused\) · 1 of \d+ requirements judged$/m;
  expect(text).toMatch(seen);
  expect(text.replace(seen, 'Seen: …')).toMatchInlineSnapshot(`
    "Conformance of http://127.0.0.1:4010
    contract 1.0.0, profile standard, 15 requests in 1.5 s

    ✗ FAILED envelope.success-has-data MUST, stated: Response envelope
      A success response has \`data\`, an object or an array.
      listProviders: \`data\` is not an object or an array. · waive as fp-0123456789ab
        expected  an object or an array
        actual    null
        repeat    curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://127.0.0.1:4010/api/v1/providers'

    To repeat a request, set COST_CONTRACT_API_KEY (your first key) first.
    1 check, 2 verdicts: 1 passed · 1 failed
    Seen: …
    VIOLATES the contract: 1 check failed.
    "
  `);
});

test('a fault that several operations share is told once', () => {
  const text = plain(aFailure, { ...aFailure, operation: 'listCommitments' });
  expect(text).toContain('  listProviders (shown), listCommitments: `data` is not an object');
  expect(text.match(/expected {2}/g)).toHaveLength(1);
});

test('what could not run is grouped by its reason', () => {
  const missing = aResult({ status: 'blocked', message: 'give audit_id with --fixtures' });
  const text = plain(missing, { ...missing, id: 'envelope.success-has-no-error' });
  expect(text).toContain('2 verdicts: give audit_id with --fixtures');
  expect(text).toContain('A file for --fixtures, with what your server has: {"audit_id":4711}');
  expect(text).toContain('INCOMPLETE');
});

test('a failure of another kind in the same check is told apart', () => {
  const text = plain(aFailure, {
    ...aFailure,
    operation: 'listCommitments',
    message: '`data` is a string.',
    fingerprint: 'fp-ba9876543210',
  });
  expect(text.match(/waive as fp-/g)).toHaveLength(2);
});

test('what is waived is told with its reason, and does not fail', () => {
  const waiver = { reason: 'Gone with release 7.', expires: '2026-12-31', expired: false };
  const text = plain({ ...aFailure, status: 'waived', waiver });
  expect(text).toContain('~ WAIVED');
  expect(text).toContain('Until 2026-12-31: Gone with release 7.');
  expect(text).toContain('CONFORMS: nothing but what is waived breaks the contract.');
});

test('a failure whose waiver has expired says when', () => {
  const waiver = { reason: 'Gone with release 7.', expires: '2026-05-31', expired: true };
  expect(plain({ ...aFailure, waiver })).toContain('waiver    expired on 2026-05-31: Gone with release 7.');
});

test('a stale waiver is told with its place, and fails alone', () => {
  const text = prettyReport(aReport([aResult()], { stale_waivers: [aStaleWaiver] }), { colour: false });
  expect(text).toContain('waivers.yaml:3: envelope.success-has-data in the API as a whole fp-0123456789ab');
  expect(text).toContain('VIOLATES the contract: only in its waivers: 1 waiver matches nothing.');
});

test('what a server sent is cut where it gets long', () => {
  const text = plain({ ...aFailure, actual: 'x'.repeat(10_000) });
  expect(text.length).toBeLessThan(2000);
});

test('colours come only when asked for', () => {
  expect(plain(aFailure)).not.toContain('\u001b');
  expect(prettyReport(aReport([aFailure]), { colour: true })).toContain('\u001b[31m');
});

test('a long command is not cut in the middle, which would be another one', () => {
  const exchange = {
    ...(aFailure.exchange as NonNullable<Result['exchange']>),
    curl: `curl '${'x'.repeat(5000)}'`,
  };
  const long = { ...aFailure, exchange };
  const text = plain(long);
  expect(text).toContain('with the command in the JSON or HTML report, which has 5007 characters');
  expect(text).not.toContain('curl');
});

test('of what is blocked only the number is shown, as its cause is', () => {
  const blocked = aResult({ status: 'blocked', message: 'there is no list', blocked_by: aFailure.id });
  const text = plain(aFailure, { ...blocked, id: 'the.first' }, { ...blocked, id: 'the.second' });
  expect(text).toContain('\n\n? COULD NOT RUN 2 verdicts: blocked by what is found above\n\n');
  expect(text).not.toContain('there is no list');
});
