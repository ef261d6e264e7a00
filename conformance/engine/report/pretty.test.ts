import { expect, test } from 'vitest';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  aStaleWaiver,
} from '../../../tests/support/engine/report-fixture.js';
import type { Result } from '../judge/result.js';
import type { OperationId } from '../operation.js';
import type { Report } from '../report.js';
import { githubReport } from './github.js';
import { htmlReport } from './html/html.js';
import { markdownReport } from './markdown.js';
import { type PrettyOptions, prettyReport } from './pretty.js';
import { rowsOf, screen } from './screen.js';

const plain = (...results: readonly Result[]) => prettyReport(aReport(results), { colour: false });
const shown = (results: readonly Result[], options: Partial<PrettyOptions>) =>
  prettyReport(aReport(results), { colour: false, ...options });

test('prints requirement, expected, actual and the command to reproduce a failure', () => {
  const text = plain(aResult({ operation: 'listCommitments' }), aFailure);
  // The totals grow with the contract.
  const coverage =
    /^Coverage: 0 of \d+ operations · 0 of \d+ documented statuses · parameters: 0 of \d+ accepted, 0 rejected if invalid · 1 of \d+ requirements$/m;
  expect(text).toMatch(coverage);
  expect(text.replace(coverage, 'Coverage: …')).toMatchInlineSnapshot(`
    "Conformance of http://127.0.0.1:4010
    contract 1.0.0, profile standard, 15 requests in 1.5 s

                     envelope  passed  failed  blocked
    listCommitments  ✓              1       0        0
    listProviders    ✗1             0       1        0
    ✗ failed, ? blocked, ✓ all passed, – nothing; numbers are verdicts: one per check and operation

    ✗ FAILED envelope.success-has-data MUST, stated: Response envelope
      A success response has \`data\`, an object or an array.
      listProviders: \`data\` is not an object or an array.
        expected  an object or an array
        actual    null
        reproduce curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://127.0.0.1:4010/api/v1/providers'

    stated: by the service's description; derived: follows from it; proposed: by this contract only
    To reproduce a request, set COST_CONTRACT_API_KEY (your first key) first.
    For the full report, add --reporter html=report.html, or --verbose to print it.
    1 check, 2 verdicts: 1 passed · 1 failed
    Coverage: …
    VIOLATES the contract: 1 check failed.
    "
  `);
});

test('prints a violation of several operations once', () => {
  const text = plain(aFailure, { ...aFailure, operation: 'listCommitments' });
  expect(text).toContain('  listProviders (shown), listCommitments: `data` is not an object');
  expect(text).toContain('(2 requests)');
  expect(text.match(/expected {2}/g)).toHaveLength(1);
});

test('prints the number of figures that differ from a bill', () => {
  const sql = 'SELECT count(*) FROM charges;';
  expect(plain(aFinding({ status: 'failed' }, { rows: 3, requests: 1, sql }))).toContain(
    'is not an object or an array. (3 figures in 1 request)\n',
  );
});

test('prints the number of rows and requests of a violation', () => {
  expect(plain(aFinding({ status: 'failed' }, { rows: 12, requests: 3 }))).toContain(
    'is not an object or an array. (12 rows in 3 requests)\n',
  );
});

const missing = (field: string, operation: OperationId = 'listCommitments') =>
  aFinding({
    status: 'failed',
    id: 'fields.all-are-present',
    operation,
    message: `\`${field}\` is missing.`,
    fingerprint: `fp-of-${field}`,
  });

test('prints violations that differ only in the field together', () => {
  const text = plain(
    missing('data.items[].id'),
    missing('data.items[].kind'),
    missing('data.name', 'listProviders'),
  );
  expect(text.match(/expected {2}/g)).toHaveLength(1);
  expect(text).toContain('  listCommitments: `data.items[].id` is missing.\n');
  expect(text).toContain('    also      listCommitments: `data.items[].kind`; listProviders: `data.name`\n');
});

test('prints each violation with its fingerprint if verbose', () => {
  const text = shown([missing('data.items[].id'), missing('data.items[].kind')], { verbose: true });
  expect(text.match(/expected {2}/g)).toHaveLength(2);
  expect(text).toContain(
    'listCommitments: `data.items[].kind` is missing. · waive as fp-of-data.items[].kind',
  );
});

test('prints the failures that block most verdicts first', () => {
  const blocked = aResult({ id: 'the.effect', status: 'blocked', blocked_by: 'fields.all-are-present' });
  const text = plain(aFailure, missing('data.id'), blocked);
  expect(text).toContain('fields.all-are-present MUST, stated: Response envelope, blocks 1 verdict\n');
  expect(text.indexOf('✗ FAILED fields')).toBeLessThan(text.indexOf('✗ FAILED envelope'));
});

test.each<[string, (report: Report) => string, string]>([
  ['HTML', htmlReport, '<h3 id="check-'],
  ['Markdown', (report) => markdownReport(report), '<details><summary>'],
  ['annotations', githubReport, '::error title='],
])('%s has the failures in the order of the terminal', (_format, render, before) => {
  const blocked = aResult({ id: 'the.effect', status: 'blocked', blocked_by: 'fields.all-are-present' });
  const text = render(aReport([aFailure, missing('data.id'), blocked]));
  const ids = ['fields.all-are-present', aFailure.id];
  const titles = [...text.matchAll(new RegExp(`${before}.*?(${ids.join('|')})`, 'g'))];
  expect([...new Set(titles.map(([, id]) => id))]).toEqual(ids);
});

test('groups failures by operation on request', () => {
  const other = { ...aFailure, operation: 'listCommitments' as const };
  const text = shown([aFailure, missing('data.id', 'listProviders'), other], { groupBy: 'operation' });
  expect(text.match(/✗ FAILED .*/g)).toEqual([
    '✗ FAILED listProviders GET /api/v1/providers',
    '✗ FAILED listCommitments GET /api/v1/commitments',
  ]);
  expect(text.match(/expected {2}/g)).toHaveLength(3);
});

test('fits a screen: the first failures in full, the others in a line each', () => {
  const results = Array.from({ length: 12 }, (_, index) => ({ ...aFailure, id: `envelope.check-${index}` }));
  const text = plain(...results);
  expect(rowsOf(text)).toBeLessThanOrEqual(screen.rows);
  expect(text.match(/^✗ FAILED/gm)?.length).toBeGreaterThan(2);
  for (const { id } of results) expect(text).toContain(id);
  expect(text).toContain('  ✗ envelope.check-11: `data` is not an object or an array.\n');
});

test('lists the distinct failures of a check in one line', () => {
  const of = (index: number) =>
    aFinding({
      ...{ status: 'failed', id: 'bill.rows', operation: 'getCostBreakdown' },
      ...{ message: `Row ${index} differs.`, fingerprint: `fp-${index}` },
    });
  const others = Array.from({ length: 12 }, (_, index) => ({ ...aFailure, id: `envelope.check-${index}` }));
  const text = plain(...others, ...Array.from({ length: 30 }, (_, index) => of(index)));
  expect(text).toContain('\n  ✗ bill.rows: 30 distinct failures, first Row 0 differs.\n');
  expect(text).not.toContain('more failures');
});

test('begins the line of a failure with the requirement that its message ends with', () => {
  const requirement = 'A total is the sum of its rows.';
  const of = (id: string, subject: string) =>
    aFinding({ status: 'failed', id, requirement, message: `${subject} violates: ${requirement}` });
  const others = Array.from({ length: 12 }, (_, index) => ({ ...aFailure, id: `a.check-${index}` }));
  const text = plain(...others, of('b.total', 'The response'), of('b.rows', '`rows[]` "a"'));
  expect(text).toContain('\n  ✗ b.total: A total is the sum of its rows.\n');
  expect(text).toContain('\n  ✗ b.rows: A total is the sum of its rows: `rows[]` "a".\n');
});

test('counts the failures that do not fit a screen, and names the option or the file with all', () => {
  const results = Array.from({ length: 100 }, (_, index) => ({ ...aFailure, id: `envelope.check-${index}` }));
  const text = plain(...results);
  expect(rowsOf(text)).toBeLessThanOrEqual(screen.rows);
  expect(text).toMatch(/\n {2}… and \d\d more failures\n/);
  expect(text).toContain('For the full report, add --reporter html=report.html, or --verbose to print it.');
  expect(shown(results, { files: ['report.html'] })).toContain('\nFull report: report.html\n');
  const all = shown(results, { verbose: true });
  for (const { id } of results) expect(all).toContain(`✗ FAILED ${id} `);
});

test('prints the operations of a small server with their areas', () => {
  const blocked = { status: 'blocked', operation: 'listCommitments' } as const;
  const text = plain(
    aFailure,
    aResult({ id: 'fields.all-are-present' }),
    aResult({ ...blocked, id: 'pagination.total-is-right', blocked_by: aFailure.id }),
  );
  expect(text).toContain(
    [
      '                 envelope  pagination  other areas  passed  failed  blocked',
      'listProviders    ✗1        –           ✓                 1       1        0',
      'listCommitments  –         ?1          –                 0       0        1',
      '',
    ].join('\n'),
  );
});

test('groups blocked checks by reason', () => {
  const absent = aResult({ status: 'blocked', message: 'give audit_id with --fixtures' });
  const results = [absent, { ...absent, id: 'envelope.success-has-no-error' }];
  const report = aReport(results, { fixtures_template: { audit_id: 4711 } });
  const text = prettyReport(report, { colour: false });
  expect(text).toContain('2 verdicts: give audit_id with --fixtures, in listProviders');
  expect(text).toContain(
    'Template for --fixtures; replace the values with ones from your server: {"audit_id":4711}',
  );
  expect(text).toContain('INCOMPLETE');
});

test('prints different violations of the same check separately', () => {
  const text = plain(
    aFailure,
    aFinding({
      status: 'failed',
      operation: 'listCommitments',
      message: '`data` is a string.',
      fingerprint: 'fp-ba9876543210',
    }),
  );
  expect(text.match(/expected {2}/g)).toHaveLength(2);
});

test('counts warnings next to a failure, and prints them without one', () => {
  const warning = aFinding({ status: 'warned', id: 'fields.formats-are-valid', message: '`data` differs.' });
  expect(plain(aFailure, warning)).toContain('! WARNINGS 1 check (recommended or proposed');
  expect(plain(warning)).toContain('  fields.formats-are-valid: in listProviders: `data` differs.');
});

test('prints a waived failure with its reason, and conforms', () => {
  const waiver = { reason: 'Fixed in release 7.', expires: '2026-12-31', expired: false };
  const text = shown([aFinding({ status: 'waived', waiver })], { verbose: true });
  expect(text).toContain('~ WAIVED');
  expect(text).toContain('Until 2026-12-31: Fixed in release 7.');
  expect(text).toContain('CONFORMS: no violations found except waived ones.');
});

test('prints when the waiver of a failure expired', () => {
  const waiver = { reason: 'Fixed in release 7.', expires: '2026-05-31', expired: true };
  expect(plain(aFinding({ status: 'failed', waiver }))).toContain(
    'waiver    expired on 2026-05-31: Fixed in release 7.',
  );
});

test('prints the place of a stale waiver, which fails the run', () => {
  const text = prettyReport(aReport([aResult()], { stale_waivers: [aStaleWaiver] }), { colour: false });
  expect(text).toContain('waivers.yaml:3: envelope.success-has-data in the whole API fp-0123456789ab');
  expect(text).toContain('VIOLATES the contract: 1 stale waiver, but no failed check.');
});

test('truncates long data from the server', () => {
  const text = plain(aFinding({ status: 'failed', actual: 'x'.repeat(10_000) }));
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
  const text = plain(aFinding({ status: 'failed', exchange }));
  expect(text).toContain('(5007 characters; see the JSON or HTML report)');
  expect(text).not.toContain('curl');
});

test('counts the verdicts that are blocked by a finding, without their reasons', () => {
  const blocked = aResult({ status: 'blocked', message: 'no list was found', blocked_by: aFailure.id });
  const text = plain(aFailure, { ...blocked, id: 'the.first' }, { ...blocked, id: 'the.second' });
  expect(text).toContain('\n\n? BLOCKED 2 verdicts: not tested because of failures above\n\n');
  expect(text).not.toContain('no list was found');
});

test('names the warnings that block verdicts, where nothing failed', () => {
  const warned = aFinding({ status: 'warned' });
  const blocked = aResult({ status: 'blocked', message: 'no list was found', blocked_by: warned.id });
  const text = plain(warned, { ...blocked, id: 'the.first' });
  expect(text).toContain(
    `? BLOCKED 1 verdict: not tested because of warnings or waived failures of ${warned.id}\n`,
  );
  expect(text).not.toContain('failures above');
});

test('counts the verdicts blocked by failures and by waived failures apart', () => {
  const waived = { ...aFinding({ status: 'waived' }), id: 'the.waived' };
  const blocked = aResult({ status: 'blocked', message: 'no list was found' });
  const text = plain(
    aFailure,
    waived,
    { ...blocked, id: 'the.first', blocked_by: aFailure.id },
    { ...blocked, id: 'the.second', blocked_by: waived.id },
    { ...blocked, id: 'the.third', blocked_by: waived.id },
  );
  expect(text).toContain('1 verdict: not tested because of failures above\n');
  expect(text).toContain('2 verdicts: not tested because of warnings or waived failures of the.waived\n');
});

test('shows a long note whole, because it may contain a command', () => {
  const note = `The endpoint whe-1 still exists. Delete it with ${'DELETE /api/v1/webhooks/endpoints/whe-1 '.repeat(5)}.`;
  const text = prettyReport(aReport([aResult()], { notes: [note] }), { colour: false });
  expect(text).toContain(`Note: ${note}\n`);
});
