import { escapeHtml, prose } from '../../src/text/markup.js';
import { count } from '../count.js';
import { draftWaiver } from '../draft-waivers.js';
import type { Report } from '../report.js';
import {
  byCheck,
  byReason,
  bySameFault,
  commandWithin,
  coverageLine,
  type Group,
  missingFixtures,
  operationsOf,
  requestsOf,
  shownFrom,
  statusWords,
  subjectName,
  variablesOf,
  verdictOf,
} from './findings.js';

/** A step summary of GitHub holds 1 MiB; a longer one is not shown at all. */
const mostBytes = 1024 * 1024;
/** What a note about the rest needs. */
const reserve = 1024;
const longestText = 500;
const longestCommand = 2000;
const marks = { CONFORMS: '✅', VIOLATES: '❌', INCOMPLETE: '⚠️' } as const;

/**
 * A report for the summary of a CI job: a short table, and the failures to be unfolded. What comes
 * from the target stands only inside blocks of HTML, escaped, so that it is never Markdown.
 */
export function markdownReport(report: Report, { limit = mostBytes }: { limit?: number } = {}): string {
  const sections: readonly { readonly name: string; readonly blocks: readonly string[] }[] = [
    { name: 'failing check', blocks: byCheck(report, 'failed').map((results) => finding(results, report)) },
    {
      name: 'check that broke',
      blocks: byCheck(report, 'errored').map((results) => finding(results, report)),
    },
    { name: 'stale waiver', blocks: staleWaivers(report) },
    { name: 'list of waived failures', blocks: waived(report) },
    { name: 'list of what could not run', blocks: blockedVerdicts(report) },
    { name: 'list of warnings', blocks: warnings(report) },
  ];
  const parts = [heading(report)];
  let left = limit - reserve - Buffer.byteLength(parts[0] ?? '');
  const variables = variablesOf(report.results.filter(({ status }) => status === 'failed')).map(
    ({ name, key }) => `${code(name)} (your ${key} key)`,
  );
  if (variables.length > 0) parts.push(`<p>To repeat a request, set ${variables.join(' and ')} first.</p>`);
  const cut: string[] = [];
  for (const { name, blocks } of sections) {
    let leftOut = 0;
    for (const block of blocks) {
      const size = Buffer.byteLength(block) + 2;
      if (size > left) leftOut += 1;
      else {
        left -= size;
        parts.push(block);
      }
    }
    if (leftOut > 0) cut.push(count(leftOut, name));
  }
  if (cut.length > 0) {
    parts.push(
      `Left out here, to stay within ${limit} bytes: ${cut.join(', ')}. The other reports have them.`,
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function heading(report: Report): string {
  const { word, reason } = verdictOf(report);
  const columns = statusWords.filter(([status]) => status === 'passed' || report.summary[status] > 0);
  const { contract_version, profile, duration_ms, target } = report;
  return [
    `## ${marks[word]} ${word}: ${reason}`,
    '',
    `<p>${code(target)}, contract ${contract_version}, profile ${profile}: ${count(requestsOf(report), 'request')} in ${(duration_ms / 1000).toFixed(1)} s</p>`,
    '',
    `| ${columns.map(([, words]) => words).join(' | ')} |`,
    `|${columns.map(() => ' ---: ').join('|')}|`,
    `| ${columns.map(([status]) => report.summary[status]).join(' | ')} |`,
    '',
    `Seen: ${coverageLine(report)}.`,
    ...report.notes.map((note) => `\n<p>Note: ${escapeHtml(note)}</p>`),
  ].join('\n');
}

function finding(results: Group, report: Report): string {
  const [{ id, requirement, level, basis, source }] = results;
  return details(
    `<b>${escapeHtml(id)}</b>: ${prose(requirement).text}`,
    [
      `<p>${level}, ${basis}: ${escapeHtml(source)}</p>`,
      ...bySameFault(results).map((same) => fault(same, report)),
    ].join(''),
  );
}

function fault(same: Group, { started_at }: Report): string {
  const [{ id, message, more_faults, expected, actual, exchange, fingerprint, waiver }] = same;
  const from = shownFrom(same);
  const more = more_faults > 0 ? ` (and ${count(more_faults, 'fault')} more there)` : '';
  return [
    `<p><b>${escapeHtml(operationsOf(same))}</b><br>${sentence(message)}${more}`,
    ...(waiver ? [`<br>The waiver expired on ${waiver.expires}: ${escapeHtml(waiver.reason)}`] : []),
    from === null ? '' : `<br>Seen in ${escapeHtml(from)}:`,
    '</p>',
    expected === null
      ? ''
      : `<table><tr><th>expected</th><td>${code(expected)}</td></tr><tr><th>actual</th><td>${code(actual ?? '')}</td></tr></table>`,
    exchange === null ? '' : pre(commandWithin(longestCommand, exchange.curl)),
    fingerprint === null
      ? ''
      : details(
          'Waive it',
          pre(
            draftWaiver({ id, operations: same.map(({ operation }) => operation), fingerprint }, started_at),
          ),
        ),
  ].join('');
}

function staleWaivers({ stale_waivers }: Report): string[] {
  return stale_waivers.map(
    ({ where, check, operation, fingerprint, reason }) =>
      `<p><b>Stale waiver</b>, which matches nothing: remove it. ${escapeHtml(where ?? '')} ${code(check)} in ${escapeHtml(subjectName(operation))}, ${code(fingerprint)}: ${escapeHtml(reason)}</p>`,
  );
}

function waived(report: Report): string[] {
  const groups = byCheck(report, 'waived').flatMap(bySameFault);
  return folded(
    `${report.summary.waived} waived`,
    groups.map(
      (group) =>
        `${code(group[0].id)} in ${escapeHtml(operationsOf(group))}: ${sentence(group[0].message)} Until ${group[0].waiver?.expires}: ${text(group[0].waiver?.reason)}`,
    ),
  );
}

function blockedVerdicts(report: Report): string[] {
  const missing = missingFixtures(report);
  return folded(`${report.summary.blocked} could not run`, [
    ...byReason(report, 'blocked').map(
      (group) =>
        `${count(group.length, 'verdict')}: ${text(group[0].message)}, in ${escapeHtml(operationsOf(group))}`,
    ),
    ...(missing === null ? [] : [`A file for --fixtures, with what your server has: ${code(missing)}`]),
  ]);
}

function warnings(report: Report): string[] {
  return folded(
    `${report.summary.warned} warned`,
    byCheck(report, 'warned').map((group) => {
      const [{ id, message, expected, actual }] = group;
      const difference = expected === null ? '' : ` Expected ${text(expected)}; got ${text(actual)}.`;
      return `${code(id)} in ${escapeHtml(operationsOf(group))}: ${sentence(message)}${difference}`;
    }),
  );
}

function folded(summary: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [details(summary, `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)];
}

function details(summary: string, inside: string): string {
  return `<details><summary>${summary}</summary>${inside}</details>`;
}

const text = (value: string | null | undefined) => escapeHtml(cut(value ?? '', longestText));
const sentence = (value: string | null) => prose(cut(value ?? '', longestText)).text;
const code = (value: string) => `<code>${text(value)}</code>`;
const pre = (value: string) => `<pre>${escapeHtml(value)}</pre>`;

function cut(value: string, longest: number): string {
  return value.length <= longest ? value : `${value.slice(0, longest)}…`;
}
