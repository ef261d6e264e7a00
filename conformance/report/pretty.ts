import { styleText } from 'node:util';
import { count } from '../count.js';
import { printableParts } from '../printable.js';
import type { Report } from '../report.js';
import { isBlockedByFinding } from '../result.js';
import {
  byCheck,
  byReason,
  bySameFault,
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
    // The caller has looked at the stream and at NO_COLOR.
    colour ? styleText(style, text, { validateStream: false }) : text;
  return {
    red: paint('red'),
    yellow: paint('yellow'),
    green: paint('green'),
    dim: paint('dim'),
    bold: paint('bold'),
  };
}

/** Different faults of one check that are shown; the others are counted. */
const shownFaults = 2;
/** What a server sent may be long, and only its beginning tells something. */
const longest = 240;
const longestCommand = 4000;

/** A report for a person at a terminal: failures first, what many share told once. */
export function prettyReport(raw: Report, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  // What comes from the target, a waiver or an archive may be written for the terminal more than for its reader.
  const report = printableParts(raw);
  const sections = [
    heading(report, paint),
    ...findings(report, 'failed', paint),
    ...findings(report, 'errored', paint),
    ...staleWaivers(report, paint),
    ...warnings(report, paint),
    ...waived(report, paint),
    ...reasons(report, paint),
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
    const faults = bySameFault(results);
    return [
      `${mark} ${paint.bold(first.id)} ${paint.dim(`${first.level}, ${first.basis}: ${first.source}`)}`,
      `  ${first.requirement}`,
      ...faults.slice(0, shownFaults).flatMap((same) => fault(same, paint)),
      ...(faults.length > shownFaults
        ? [
            `  … and ${count(faults.length - shownFaults, 'other fault')} in ${operationsOf(faults.slice(shownFaults).flat())}.`,
          ]
        : []),
    ].join('\n');
  });
}

function fault(same: Group, paint: Paint): string[] {
  const [{ message, expected, actual, exchange, more_faults, fingerprint, waiver }] = same;
  const more = more_faults > 0 ? ` (and ${count(more_faults, 'fault')} more there)` : '';
  const waive = fingerprint === null ? '' : paint.dim(` · waive as ${fingerprint}`);
  return [
    `  ${paint.bold(operationsWith(same))}: ${message}${more}${waive}`,
    ...(expected === null ? [] : [`    expected  ${paint.green(cut(expected))}`]),
    ...(actual === null ? [] : [`    actual    ${paint.red(cut(actual))}`]),
    ...(exchange === null ? [] : [`    repeat    ${commandWithin(longestCommand, exchange.curl)}`]),
    ...(waiver === null ? [] : [`    waiver    expired on ${waiver.expires}: ${waiver.reason}`]),
  ];
}

/** The operations that share a finding; of several the one whose exchange is shown is marked. */
function operationsWith(same: Group): string {
  const from = shownFrom(same);
  const names = operationsOf(same, 4);
  return from === null ? names : names.replace(from, `${from} (shown)`);
}

function staleWaivers({ stale_waivers }: Report, paint: Paint): string[] {
  if (stale_waivers.length === 0) return [];
  return [
    [
      `${paint.red('✗ STALE WAIVERS')} ${paint.dim('their checks ran and found nothing like it: remove them')}`,
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
      `${paint.yellow('! WARNINGS')} ${paint.dim('recommended or only proposed; --profile strict makes them failures')}`,
      ...checks.flatMap((results) => {
        const [first] = results;
        const difference =
          first.expected === null ? '' : ` Expected ${cut(first.expected)}; got ${cut(first.actual ?? '')}.`;
        return [
          `  ${first.id} ${paint.dim(`in ${operationsOf(results)}`)}`,
          `    ${first.message}${difference}`,
        ];
      }),
    ].join('\n'),
  ];
}

function waived(report: Report, paint: Paint): string[] {
  const groups = byCheck(report, 'waived').flatMap(bySameFault);
  if (groups.length === 0) return [];
  return [
    [
      `${paint.yellow('~ WAIVED')} ${paint.dim('known, and accepted for now')}`,
      ...groups.flatMap((group) => [
        `  ${group[0].id} ${paint.dim(`in ${operationsOf(group)}`)}`,
        `    ${group[0].message} ${paint.dim(`Until ${group[0].waiver?.expires}: ${group[0].waiver?.reason}`)}`,
      ]),
    ].join('\n'),
  ];
}

/** Why verdicts are missing, each reason once; what other failures block has its reason there. */
function reasons(report: Report, paint: Paint): string[] {
  const byFindings = report.results.filter(isBlockedByFinding).length;
  const open = { ...report, results: report.results.filter((result) => !isBlockedByFinding(result)) };
  const groups = byReason(open, 'blocked');
  if (groups.length + byFindings === 0) return [];
  const missing = missingFixtures(open);
  const heading = paint.yellow('? COULD NOT RUN');
  const blockedLine = `${count(byFindings, 'verdict')}: blocked by what is found above`;
  if (groups.length === 0) return [`${heading} ${blockedLine}`];
  return [
    [
      `${heading} ${paint.dim('these apply, but nothing can be said')}`,
      ...groups.map(
        (group) =>
          `  ${count(group.length, 'verdict')}: ${group[0].message}\n    ${paint.dim(`in ${operationsOf(group)}`)}`,
      ),
      ...(byFindings > 0 ? [`  ${blockedLine}`] : []),
      ...(missing === null ? [] : [`  A file for --fixtures, with what your server has: ${missing}`]),
    ].join('\n'),
  ];
}

function conclusion(report: Report, paint: Paint): string {
  const { word, reason } = verdictOf(report);
  const colour = { CONFORMS: paint.green, VIOLATES: paint.red, INCOMPLETE: paint.yellow }[word];
  const text = `${word}${word === 'VIOLATES' ? ' the contract' : ''}: ${reason}.`;
  // Only what fails is told with its command.
  const shown = report.results.filter(({ status }) => status === 'failed' || status === 'errored');
  const variables = variablesOf(shown).map(({ name, key }) => `${name} (your ${key} key)`);
  return [
    ...(variables.length > 0
      ? [paint.dim(`To repeat a request, set ${variables.join(' and ')} first.`)]
      : []),
    countsOf(report),
    paint.dim(`Seen: ${coverageLine(report)}`),
    paint.bold(colour(text)),
  ].join('\n');
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
