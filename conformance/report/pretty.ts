import { styleText } from 'node:util';
import { count } from '../count.js';
import { printableParts } from '../printable.js';
import type { Report } from '../report.js';
import { isBlockedByFinding, lacksPrecondition } from '../result.js';
import {
  byCheck,
  byReason,
  byViolation,
  commandWithin,
  countsOf,
  coverageLine,
  type Group,
  missingFixtures,
  operationsOf,
  requestsOf,
  shownFrom,
  subjectName,
  variablesOf,
  verdictOf,
} from './findings.js';

type Paint = Record<'red' | 'yellow' | 'green' | 'dim' | 'bold', (text: string) => string>;

function painter(colour: boolean): Paint {
  const paint = (style: keyof Paint) => (text: string) =>
    // The caller has already checked the stream and NO_COLOR.
    colour ? styleText(style, text, { validateStream: false }) : text;
  return {
    red: paint('red'),
    yellow: paint('yellow'),
    green: paint('green'),
    dim: paint('dim'),
    bold: paint('bold'),
  };
}

/** Maximum number of different violations of one check that are shown; the others are counted. */
const maxViolations = 2;
/** Maximum characters of data from the server. */
const maxLength = 240;
const maxCommandLength = 4000;

/** Renders the report for a terminal, with failures first. */
export function prettyReport(raw: Report, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  // Data from the target, a waiver or an archive may contain control characters.
  const report = printableParts(raw);
  const sections = [
    heading(report, paint),
    ...findings(report, 'failed', paint),
    ...findings(report, 'errored', paint),
    ...staleWaivers(report, paint),
    ...warnings(report, paint),
    ...waived(report, paint),
    ...blockedVerdicts(report, paint),
    conclusion(report, paint),
  ];
  return `${sections.join('\n\n')}\n`;
}

function heading(report: Report, paint: Paint): string {
  const { target, contract_version, profile, duration_ms } = report;
  return [
    paint.bold(`Conformance of ${target}`),
    paint.dim(
      `contract ${contract_version}, profile ${profile}, ${count(requestsOf(report), 'request')} in ${(duration_ms / 1000).toFixed(1)} s`,
    ),
    ...report.notes.map((note) => `Note: ${note}`),
  ].join('\n');
}

function findings(report: Report, status: 'failed' | 'errored', paint: Paint): string[] {
  const mark = paint.red(status === 'failed' ? '✗ FAILED' : '✗ ERRORED');
  return byCheck(report, status).map((results) => {
    const [first] = results;
    const violations = byViolation(results);
    return [
      `${mark} ${paint.bold(first.id)} ${paint.dim(`${first.level}, ${first.basis}: ${first.source}`)}`,
      `  ${first.requirement}`,
      ...violations.slice(0, maxViolations).flatMap((group) => violation(group, paint)),
      ...(violations.length > maxViolations
        ? [
            `  … and ${count(violations.length - maxViolations, 'other violation')} in ${operationsOf(violations.slice(maxViolations).flat())}.`,
          ]
        : []),
    ].join('\n');
  });
}

function violation(group: Group, paint: Paint): string[] {
  const [{ message, expected, actual, exchange, more_violations, fingerprint, waiver }] = group;
  const more = more_violations > 0 ? ` (${count(more_violations, 'more violation')})` : '';
  const waive = fingerprint === null ? '' : paint.dim(` · waive as ${fingerprint}`);
  return [
    `  ${paint.bold(operationsWith(group))}: ${message}${more}${waive}`,
    ...(expected === null ? [] : [`    expected  ${paint.green(truncate(expected))}`]),
    ...(actual === null ? [] : [`    actual    ${paint.red(truncate(actual))}`]),
    ...(exchange === null ? [] : [`    reproduce ${commandWithin(maxCommandLength, exchange.curl)}`]),
    ...(waiver === null ? [] : [`    waiver    expired on ${waiver.expires}: ${waiver.reason}`]),
  ];
}

/** Lists the operations of a violation, and marks the one whose exchange is shown. */
function operationsWith(group: Group): string {
  const from = shownFrom(group);
  const names = operationsOf(group, 4);
  return from === null ? names : names.replace(from, `${from} (shown)`);
}

function staleWaivers({ stale_waivers }: Report, paint: Paint): string[] {
  if (stale_waivers.length === 0) return [];
  return [
    [
      `${paint.red('✗ STALE WAIVERS')} ${paint.dim('(their checks ran, but they match no failure; remove them)')}`,
      ...stale_waivers.map(
        ({ where, check, operation, fingerprint, reason }) =>
          `  ${where === null ? '' : `${where}: `}${check} in ${subjectName(operation)} ${paint.dim(fingerprint)}\n    ${reason}`,
      ),
    ].join('\n'),
  ];
}

function warnings(report: Report, paint: Paint): string[] {
  const checks = byCheck(report, 'warned');
  if (checks.length === 0) return [];
  return [
    [
      `${paint.yellow('! WARNINGS')} ${paint.dim('(recommended or proposed requirements; they fail with --profile strict)')}`,
      ...checks.flatMap((results) => {
        const [first] = results;
        const difference =
          first.expected === null
            ? ''
            : ` Expected ${truncate(first.expected)}; got ${truncate(first.actual ?? '')}.`;
        return [
          `  ${first.id} ${paint.dim(`in ${operationsOf(results)}`)}`,
          `    ${first.message}${difference}`,
        ];
      }),
    ].join('\n'),
  ];
}

function waived(report: Report, paint: Paint): string[] {
  const groups = byCheck(report, 'waived').flatMap(byViolation);
  if (groups.length === 0) return [];
  return [
    [
      `${paint.yellow('~ WAIVED')} ${paint.dim('(known failures that are accepted for now)')}`,
      ...groups.flatMap((group) => [
        `  ${group[0].id} ${paint.dim(`in ${operationsOf(group)}`)}`,
        `    ${group[0].message} ${paint.dim(`Until ${group[0].waiver?.expires}: ${group[0].waiver?.reason}`)}`,
      ]),
    ].join('\n'),
  ];
}

/** Lists the blocked checks by reason. Those that are blocked by a finding are only counted. */
function blockedVerdicts(report: Report, paint: Paint): string[] {
  const byFindings = report.results.filter(isBlockedByFinding).length;
  const groups = byReason(report.results.filter(lacksPrecondition));
  if (groups.length + byFindings === 0) return [];
  const missing = missingFixtures(report);
  const heading = paint.yellow('? BLOCKED');
  const blockedLine = `${count(byFindings, 'verdict')}: blocked by failures above`;
  if (groups.length === 0) return [`${heading} ${blockedLine}`];
  return [
    [
      `${heading} ${paint.dim('(these checks apply, but a precondition is missing)')}`,
      ...groups.map(
        (group) =>
          `  ${count(group.length, 'verdict')}: ${group[0].message}\n    ${paint.dim(`in ${operationsOf(group)}`)}`,
      ),
      ...(byFindings > 0 ? [`  ${blockedLine}`] : []),
      ...(missing === null
        ? []
        : [`  Template for --fixtures; replace the values with ones from your server: ${missing}`]),
    ].join('\n'),
  ];
}

function conclusion(report: Report, paint: Paint): string {
  const { word, reason } = verdictOf(report);
  const colour = { CONFORMS: paint.green, VIOLATES: paint.red, INCOMPLETE: paint.yellow }[word];
  const text = `${word}${word === 'VIOLATES' ? ' the contract' : ''}: ${reason}.`;
  // Commands are printed for failures only.
  const shown = report.results.filter(({ status }) => status === 'failed' || status === 'errored');
  const variables = variablesOf(shown).map(({ name, key }) => `${name} (your ${key} key)`);
  return [
    ...(variables.length > 0
      ? [paint.dim(`To reproduce a request, set ${variables.join(' and ')} first.`)]
      : []),
    countsOf(report),
    paint.dim(`Coverage: ${coverageLine(report)}`),
    paint.bold(colour(text)),
  ].join('\n');
}

function truncate(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
