import { escapeHtml, prose } from '../../../src/text/markup.js';
import { printableLines, printableParts } from '../../../src/text/printable.js';
import { count } from '../count.js';
import { draftWaiver } from '../judge/draft-waivers.js';
import type { Result } from '../judge/result.js';
import type { Report } from '../report.js';
import {
  bindingOf,
  blockingCommand,
  byReason,
  type Cause,
  causesByCheck,
  causesOf,
  commandWithin,
  coverageLine,
  extentOf,
  messageBelow,
  missingFixtures,
  operationsOf,
  progressLine,
  requestsOf,
  shapeLine,
  shownFrom,
  statusLabels,
  subjectName,
  unlisted,
  variablesOf,
  verdictOf,
} from './findings.js';
import { markdownBill } from './markdown-bill.js';

/** GitHub does not show a step summary of more than 1 MiB. */
const maxBytes = 1024 * 1024;
/** Bytes reserved for the notes. */
const reserve = 1024;
const maxTextLength = 500;
const maxCommandLength = 2000;
const marks = { CONFORMS: '✅', VIOLATES: '❌', INCOMPLETE: '⚠️' } as const;

/**
 * Renders the report as Markdown, for the summary of a CI job: a short table and collapsed failures. Data from the
 * target is only within blocks of HTML, where it is escaped and never parsed as Markdown.
 */
export function markdownReport(raw: Report, { limit = maxBytes }: { limit?: number } = {}): string {
  const report = printableParts(raw, printableLines);
  const sections: readonly { readonly name: string; readonly blocks: readonly string[] }[] = [
    {
      name: 'failed check',
      blocks: causesByCheck(report, 'failed').map((causes) => finding(causes, report)),
    },
    { name: 'table of the figures of the bill', blocks: markdownBill(report.bill) },
    { name: 'list of errored checks', blocks: errored(report) },
    { name: 'stale waiver', blocks: staleWaivers(report) },
    { name: 'list of waived failures', blocks: waived(report) },
    { name: 'list of blocked checks', blocks: blockedVerdicts(report) },
    { name: 'list of warnings', blocks: warnings(report) },
  ];
  const parts = [heading(report)];
  let left = limit - reserve - Buffer.byteLength(parts[0] ?? '');
  const variables = variablesOf(report.results.filter(({ status }) => status === 'failed')).map(
    ({ name, key }) => `${code(name)} (your ${key} key)`,
  );
  if (variables.length > 0)
    parts.push(`<p>To reproduce a request, set ${variables.join(' and ')} first.</p>`);
  const notes: string[] = [];
  for (const { name, blocks } of sections) {
    let omitted = 0;
    for (const block of blocks) {
      const size = Buffer.byteLength(block) + 2;
      if (size > left) omitted += 1;
      else {
        left -= size;
        parts.push(block);
      }
    }
    if (omitted > 0) notes.push(count(omitted, name));
  }
  if (notes.length > 0) {
    parts.push(
      `Omitted because of the size limit of ${limit} bytes: ${notes.join(', ')}. See the other reports.`,
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function heading(report: Report): string {
  const { word, reason } = verdictOf(report);
  const columns = statusLabels.filter(([status]) => status === 'passed' || report.summary[status] > 0);
  const { contract_version, profile, duration_ms, target } = report;
  return [
    `## ${marks[word]} ${word}: ${reason}`,
    '',
    `<p>${code(target)}, contract ${contract_version}, profile ${profile}: ${count(requestsOf(report), 'request')} in ${(duration_ms / 1000).toFixed(1)} s</p>`,
    '',
    `| ${columns.map(([, label]) => label).join(' | ')} |`,
    `|${columns.map(() => ' ---: ').join('|')}|`,
    `| ${columns.map(([status]) => report.summary[status]).join(' | ')} |`,
    '',
    `Coverage: ${coverageLine(report)}.`,
    ...[progressLine(report) ?? [], shapeLine(report, Number.POSITIVE_INFINITY) ?? [], report.notes]
      .flat()
      .map((note) => `\n<p>Note: ${escapeHtml(note)}</p>`),
  ].join('\n');
}

/** Renders the violations of a check, collapsed. */
export function finding(causes: readonly [Cause, ...Cause[]], report: Report): string {
  const [first] = causes[0].results;
  const { id, requirement, source } = first;
  const omitted = unlisted(causes.flatMap(({ results }) => results));
  return details(
    `<b>${escapeHtml(id)}</b>: ${prose(requirement).text}`,
    [
      `<p>${bindingOf(first)}: ${escapeHtml(source)}</p>`,
      ...causes.map((cause) => violation(cause, report)),
      ...(omitted === null ? [] : [`<p>${omitted}</p>`]),
    ].join(''),
  );
}

function violation(cause: Cause, { started_at }: Report): string {
  const { results } = cause;
  const { message, expected, actual, sql, curl, fingerprint, waiver } = cause.violation;
  const from = shownFrom(cause);
  const operations = results.map(({ operation }) => operation);
  return [
    `<p><b>${escapeHtml(operationsOf(results))}</b><br>${sentence(messageBelow(results[0].requirement, message))}${extentOf(cause.violation)}`,
    ...(waiver ? [`<br>The waiver expired on ${waiver.expires}: ${escapeHtml(waiver.reason)}`] : []),
    from === null ? '' : `<br>Shown from ${escapeHtml(from)}:`,
    '</p>',
    `<table><tr><th>expected</th><td>${code(expected)}</td></tr><tr><th>actual</th><td>${code(actual)}</td></tr></table>`,
    sql === undefined ? '' : pre(sql),
    curl === null ? '' : pre(commandWithin(maxCommandLength, curl)),
    details(
      'Waive this failure',
      pre(draftWaiver({ id: results[0].id, operations, fingerprint }, started_at)),
    ),
  ].join('');
}

function errored(report: Report): string[] {
  const groups = byReason(report.results.filter(({ status }) => status === 'errored'));
  return collapsed(
    `${report.summary.errored} errored`,
    groups.map(
      (group) => `${code(group[0].id)} in ${escapeHtml(operationsOf(group))}: ${sentence(group[0].message)}`,
    ),
  );
}

function staleWaivers({ stale_waivers }: Report): string[] {
  return stale_waivers.map(
    ({ where, check, operation, fingerprint, reason }) =>
      `<p><b>Stale waiver</b>: matches no failure. Remove it. ${escapeHtml(where ?? '')} ${code(check)} in ${escapeHtml(subjectName(operation))}, ${code(fingerprint)}: ${escapeHtml(reason)}</p>`,
  );
}

function waived(report: Report): string[] {
  const causes = causesOf(report.results, 'waived');
  return collapsed(
    `${report.summary.waived} waived`,
    causes.map(
      ({ results, violation: { message, waiver } }) =>
        `${code(results[0].id)} in ${escapeHtml(operationsOf(results))}: ${sentence(message)} Until ${waiver?.expires}: ${text(waiver?.reason)}`,
    ),
  );
}

function blockedVerdicts(report: Report): string[] {
  const missing = missingFixtures(report);
  return collapsed(`${report.summary.blocked} blocked`, [
    ...byReason(report.results.filter(({ status }) => status === 'blocked')).map(
      (group) =>
        `${count(group.length, 'verdict')}: ${text(group[0].message)}, in ${escapeHtml(operationsOf(group))}${commandOf(group)}`,
    ),
    ...(missing === null
      ? []
      : [`Template for --fixtures; replace the values with ones from your server: ${code(missing)}`]),
  ]);
}

function commandOf(group: readonly Result[]): string {
  const command = blockingCommand(group, maxCommandLength);
  return command === null ? '' : pre(command);
}

function warnings(report: Report): string[] {
  return collapsed(
    `${report.summary.warned} warned`,
    causesOf(report.results, 'warned').map(({ results, violation }) => {
      const { message, expected, actual } = violation;
      return `${code(results[0].id)} in ${escapeHtml(operationsOf(results))}: ${sentence(message)}${extentOf(violation)} Expected ${text(expected)}; got ${text(actual)}.`;
    }),
  );
}

/** Renders a collapsed list of items in HTML; nothing without items. */
export function collapsed(summary: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [details(summary, `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)];
}

function details(summary: string, inside: string): string {
  return `<details><summary>${summary}</summary>${inside}</details>`;
}

const text = (value: string | null | undefined) => escapeHtml(truncate(value ?? '', maxTextLength));
export const sentence = (value: string | null) => prose(truncate(value ?? '', maxTextLength)).text;
export const code = (value: string) => `<code>${text(value)}</code>`;
const pre = (value: string) => `<pre>${escapeHtml(value)}</pre>`;

function truncate(value: string, maxLength: number): string {
  return value.length <= maxLength ? value : `${value.slice(0, maxLength)}…`;
}
