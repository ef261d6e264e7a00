import { printableLines, printableParts } from '../../../src/text/printable.js';
import { isBlockedByFinding, type Result } from '../judge/result.js';
import type { Report } from '../report.js';
import { bindingOf, messageBelow } from './findings.js';
import { violationLines } from './violation-lines.js';

/**
 * Renders the report as JUnit XML: a test suite for each check, and a test case for each operation. A warning is a
 * passed case with output, a waived failure is skipped, and a blocked check is an error.
 */
export function junitReport(raw: Report): string {
  const report = printableParts(raw, printableLines);
  const { failed, errored, blocked, not_applicable, waived } = report.summary;
  const byFindings = report.results.filter(isBlockedByFinding).length;
  const stale = report.stale_waivers;
  const checks = [...new Set(report.results.map(({ id }) => id))];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(`Conformance of ${report.target}`)}" tests="${report.results.length + stale.length}" failures="${failed + stale.length}" errors="${errored + blocked - byFindings}" skipped="${not_applicable + waived + byFindings}" time="${report.duration_ms / 1000}">`,
    ...checks.flatMap((id) => suite(report.results.filter((result) => result.id === id))),
    ...(stale.length > 0 ? staleSuite(stale) : []),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function suite(results: readonly Result[]): string[] {
  const [first] = results;
  const count = (...wanted: Result['status'][]) =>
    results.filter(({ status }) => wanted.includes(status)).length;
  const byFindings = results.filter(isBlockedByFinding).length;
  return [
    `  <testsuite name="${escapeXml(first?.id ?? '')}" tests="${results.length}" failures="${count('failed')}" errors="${count('errored', 'blocked') - byFindings}" skipped="${count('not_applicable', 'waived') + byFindings}">`,
    ...results.map(
      (result) =>
        `    <testcase classname="${escapeXml(result.id)}" name="${escapeXml(result.operation ?? 'API')}">${outcome(result)}</testcase>`,
    ),
    '  </testsuite>',
  ];
}

function staleSuite(stale: Report['stale_waivers']): string[] {
  return [
    `  <testsuite name="stale waivers" tests="${stale.length}" failures="${stale.length}" errors="0" skipped="0">`,
    ...stale.map(
      ({ where, check, operation, fingerprint, reason }) =>
        `    <testcase classname="${escapeXml(check)}" name="${escapeXml(`${operation ?? 'API'} ${fingerprint}`)}"><failure message="The waiver matches no failure. Remove it." type="stale waiver">${escapeXml([...(where === null ? [] : [where]), reason].join('\n'))}</failure></testcase>`,
    ),
    '  </testsuite>',
  ];
}

function outcome(result: Result): string {
  const message = escapeXml(result.message ?? '');
  const violations = result.violations.map((violation) => ({
    ...violation,
    message: messageBelow(result.requirement, violation.message),
  }));
  const text = escapeXml([result.requirement, ...violationLines({ ...result, violations })].join('\n'));
  switch (result.status) {
    case 'passed':
      return '';
    case 'failed':
      return `<failure message="${message}" type="${bindingOf(result).replaceAll(',', '')}">${text}</failure>`;
    case 'warned':
      return `<system-out>${message}\n${text}</system-out>`;
    case 'waived':
      return `<skipped message="${escapeXml(`waived until ${result.waiver?.expires}: ${result.waiver?.reason}`)}"/>`;
    case 'not_applicable':
      return `<skipped message="${message}"/>`;
    case 'blocked':
    case 'errored':
      if (isBlockedByFinding(result)) return `<skipped message="${message}"/>`;
      return `<error message="${message}" type="${result.status}">${text}</error>`;
  }
}

/** Escapes a text, and replaces characters that are not allowed in XML. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
