import { printableLines } from '../../../src/text/printable.js';
import { isBlockedByFinding, type Result } from '../judge/result.js';
import type { Report } from '../report.js';
import { violationLines } from './violation-lines.js';

const statuses = ['passed', 'failed', 'skipped', 'pending', 'other'] as const;
type Status = (typeof statuses)[number];

/**
 * Renders the report in the Common Test Report Format (https://ctrf.io), with a test for each check and operation. A
 * warning is passed, a waived failure is skipped, and a check without a verdict that makes a run incomplete is `other`.
 */
export function ctrfReport(report: Report): string {
  const { suite_version, started_at, duration_ms, target, contract_version, profile } = report;
  const tests = [...report.results.map(testOf), ...report.stale_waivers.map(staleWaiver)];
  const countOf = (status: Status) => tests.filter((test) => test.status === status).length;
  const start = Date.parse(started_at);
  const counts = Object.fromEntries(statuses.map((status) => [status, countOf(status)]));
  const results = {
    tool: { name: 'cost-contract', version: suite_version },
    summary: { tests: tests.length, ...counts, start, stop: start + duration_ms },
    tests,
    environment: { extra: { target, contract_version, profile, notes: report.notes } },
  };
  const document = { reportFormat: 'CTRF', specVersion: '0.0.0', results };
  return `${printableLines(JSON.stringify(document, null, 2))}\n`;
}

function testOf(result: Result) {
  const { id, operation, status, message, level, basis, is_contradiction } = result;
  const trace = violationLines(result).join('\n');
  return {
    name: `${id} ${operation ?? 'API'}`,
    status: statusOf(result),
    rawStatus: status,
    // Requests are shared by checks, so a single one has no duration.
    duration: 0,
    suite: [id.split('.')[0] ?? '', id],
    tags: [level, basis, ...(is_contradiction ? ['contradiction'] : [])],
    ...(message === null ? {} : { message }),
    ...(result.violations.length === 0 ? {} : { trace }),
  };
}

function statusOf(result: Result): Status {
  switch (result.status) {
    case 'passed':
    case 'warned':
      return 'passed';
    case 'failed':
      return 'failed';
    case 'waived':
    case 'not_applicable':
      return 'skipped';
    case 'blocked':
    case 'errored':
      return isBlockedByFinding(result) ? 'skipped' : 'other';
  }
}

function staleWaiver({ check, operation, fingerprint, reason }: Report['stale_waivers'][number]) {
  return {
    name: `stale waiver ${fingerprint} of ${check} ${operation ?? 'API'}`,
    status: 'failed',
    rawStatus: 'stale waiver',
    duration: 0,
    suite: ['waivers', check],
    tags: [],
    message: `The waiver matches no failure. Remove it. ${reason}`,
  };
}
