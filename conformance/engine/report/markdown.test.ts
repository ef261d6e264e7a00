import { marked } from 'marked';
import { expect, test } from 'vitest';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  aStaleWaiver,
} from '../../../tests/support/engine/report-fixture.js';
import { markdownReport } from './markdown.js';

test('starts with the verdict and the counts, followed by collapsed failures', () => {
  const text = markdownReport(aReport([aResult({ operation: 'listCommitments' }), aFailure]));
  expect(text).toMatch(/^## ❌ VIOLATES: 1 check failed\n/);
  expect(text).toContain('| passed | failed |\n| ---: | ---: |\n| 1 | 1 |');
  expect(text).toContain('<details><summary><b>envelope.success-has-data</b>: A success response has');
  expect(text).toContain('<th>expected</th><td><code>an object or an array</code></td>');
  expect(text).toContain('fingerprint: fp-0123456789ab');
});

test('escapes data from the server', () => {
  const hostile =
    '</code></details>\n\n# Owned\n\n<script>alert(1)</script> [link](javascript:alert(1)) | `x`';
  const text = markdownReport(
    aReport(
      [
        aFinding({ status: 'failed', message: hostile, actual: hostile, expected: hostile }),
        aFinding({ status: 'warned', message: hostile, actual: hostile, expected: hostile }),
        aResult({ status: 'blocked', message: hostile }),
        aFinding({ status: 'waived', waiver: { reason: hostile, expires: '2999-01-01', expired: false } }),
      ],
      { target: `http://a/${hostile}`, notes: [hostile] },
    ),
  );
  const html = String(marked.parse(text));
  expect(html).not.toMatch(/<script|<a |<h1/);
  expect(html.match(/<h\d/g)).toHaveLength(1);
  expect(html.match(/<details>/g)).toHaveLength(html.match(/<\/details>/g)?.length ?? 0);
});

test('fits the size limit of a step summary, and states what was omitted', () => {
  const many = Array.from({ length: 3000 }, (_, index) =>
    aFinding({ status: 'failed', id: `envelope.check-${index}`, actual: 'é'.repeat(10_000) }),
  );
  const text = markdownReport(aReport(many));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  expect(text).toMatch(/Omitted because of the size limit of 1048576 bytes: \d+ failed checks\./);
});

test('shows stale waivers, waived failures and blocked checks', () => {
  const waiver = { reason: 'Known.', expires: '2026-12-31', expired: false };
  const text = markdownReport(
    aReport(
      [
        aFinding({ status: 'waived', waiver }),
        aResult({ status: 'blocked', message: 'give audit_id with --fixtures' }),
      ],
      { stale_waivers: [aStaleWaiver] },
    ),
  );
  expect(text).toContain('waivers.yaml:3');
  expect(text).toContain('Until 2026-12-31: Known.');
  expect(text).toContain('1 verdict: give audit_id with --fixtures');
});
