import { printableParts } from '../../../src/text/printable.js';
import { allAreImplemented } from '../check-ids.js';
import { count } from '../count.js';
import { isBlockedByFinding, lacksPrecondition } from '../judge/result.js';
import type { Report } from '../report.js';
import { billSection } from './bill-lines.js';
import { errorBlocks, type FailureStyle, failureBlocks, maxCommandLength, truncate } from './failures.js';
import {
  blockingCommand,
  byReason,
  causesByCheck,
  causesOf,
  commandWithin,
  countsOf,
  coverageLine,
  extentOf,
  messageInLine,
  missingFixtures,
  operationsOf,
  progressLine,
  requestsOf,
  shapeLine,
  subjectName,
  unlisted,
  variablesOf,
  verdictOf,
} from './findings.js';
import { legend, matrix } from './matrix.js';
import { type Paint, painter } from './paint.js';
import { fitted, rowsOf, screen, sectionsOf, within } from './screen.js';
import { sqlLines } from './violation-lines.js';

export interface PrettyOptions {
  readonly colour: boolean;
  /** Shows everything. Default: what fits a screen. */
  readonly verbose?: boolean | undefined;
  /** Default: check, because one mistake usually shows in many operations. */
  readonly groupBy?: 'check' | 'operation' | undefined;
  /** Columns to which lists of one line each are cut, Infinity for whole lines. Default: 100. */
  readonly width?: number | undefined;
  /** Files with other reports, which have everything. */
  readonly files?: readonly string[] | undefined;
}

/** Explains what the heading of a failure states. */
const bases =
  "stated: by the service's description; derived: follows from it; proposed: by this contract only";
/** Maximum lines of a list beside the failures. */
const maxItems = 4;
/** Maximum lines of warnings if nothing failed. */
const maxWarnings = 12;

/** Renders the report for a terminal. It fits a screen, unless it is verbose. */
export function prettyReport(raw: Report, options: PrettyOptions): string {
  const { colour, verbose = false, groupBy = 'check', width = screen.columns } = options;
  const paint = painter(colour);
  const style: FailureStyle = { paint, verbose, groupBy, width };
  // Data from the target, a waiver or an archive may contain control characters.
  const report = printableParts(raw);
  const blocks = [...failureBlocks(report, style), ...errorBlocks(report, style)];
  const table = matrix(report);
  const before = [
    heading(report, style),
    ...(table.length > 0 ? [[...table, paint.dim(legend)].join('\n')] : []),
  ];
  const after = [
    ...billSection(report.bill, paint, verbose),
    ...staleWaivers(report, style),
    ...warnings(report, style),
    ...waived(report, style),
    ...blockedVerdicts(report, style),
    conclusion(report, paint, options),
  ];
  const taken = [...before, ...after].reduce((sum, section) => sum + rowsOf(section) + 1, 0);
  const failures = verbose ? sectionsOf(blocks) : fitted(blocks, screen.rows - taken, 'failure', width);
  return `${[...before, ...failures, ...after].join('\n\n')}\n`;
}

function heading(report: Report, { paint, verbose }: FailureStyle): string {
  const { target, contract_version, profile, duration_ms, notes } = report;
  const progress = progressLine(report, verbose ? Number.POSITIVE_INFINITY : 3);
  return [
    paint.bold(`Conformance of ${target}`),
    paint.dim(
      `contract ${contract_version}, profile ${profile}, ${count(requestsOf(report), 'request')} in ${(duration_ms / 1000).toFixed(1)} s`,
    ),
    ...(progress === null ? [] : [`${progress}${adviceOnMissing(report)}`]),
    ...notesOf(notes, verbose),
  ].join('\n');
}

/** Names the option that the team of an unfinished server needs, unless it is already set. */
function adviceOnMissing({ results }: Report): string {
  const isFailure = results.some(({ id, status }) => id === allAreImplemented && status === 'failed');
  return isFailure ? ' While you build the others, add --allow-missing.' : '';
}

/** Notes are shown whole: some contain a command to run. */
function notesOf(notes: readonly string[], verbose: boolean): string[] {
  const shown = verbose ? notes : notes.slice(0, maxItems);
  const omitted = notes.length - shown.length;
  return [
    ...shown.map((note) => `Note: ${note}`),
    ...(omitted > 0 ? [`  … and ${count(omitted, 'more note')}`] : []),
  ];
}

/** Returns all lines if verbose; otherwise a few, cut to the width. */
function limited(lines: readonly string[], { verbose, width }: FailureStyle, noun: string): string[] {
  return verbose ? [...lines] : within(maxItems, lines, noun, width);
}

function staleWaivers({ stale_waivers }: Report, style: FailureStyle): string[] {
  const { paint } = style;
  if (stale_waivers.length === 0) return [];
  const lines = stale_waivers.map(
    ({ where, check, operation, fingerprint, reason }) =>
      `  ${where === null ? '' : `${where}: `}${check} in ${subjectName(operation)} ${fingerprint}: ${reason}`,
  );
  return [
    [
      `${paint.red('✗ STALE WAIVERS')} ${paint.dim('(their checks ran, but they match no failure; remove them)')}`,
      ...limited(lines, style, 'stale waiver'),
    ].join('\n'),
  ];
}

function warnings(report: Report, { paint, verbose, width }: FailureStyle): string[] {
  const checks = causesByCheck(report, 'warned');
  if (checks.length === 0) return [];
  const mark = paint.yellow('! WARNINGS');
  const meaning = 'recommended or proposed requirements; they fail with --profile strict';
  const hasFailures = report.summary.failed > 0;
  if (hasFailures && !verbose) {
    const summary = `${mark} ${paint.dim(`${count(checks.length, 'check')} (${meaning}; --verbose lists them)`)}`;
    return [[summary, ...proposedOperations(report)].join('\n')];
  }
  const lines = checks.map(([{ results, violation }, ...others]) => {
    const distinct = others.length > 0 ? `${others.length + 1} distinct warnings, first ` : '';
    const message = messageInLine(results[0].requirement, violation.message);
    return `  ${results[0].id}: ${distinct}in ${operationsOf(results, 1)}: ${message}`;
  });
  return [
    [
      `${mark} ${paint.dim(`(${meaning})`)}`,
      ...(verbose
        ? checks.flatMap((causes) => warning(causes, paint))
        : within(maxWarnings, lines, 'check', width)),
      ...proposedOperations(report),
    ].join('\n'),
  ];
}

/** Names the operations in which everything only warns. */
function proposedOperations({ results, coverage }: Report): string[] {
  const warned = new Set(
    results.filter(({ status }) => status === 'warned').map(({ operation }) => operation),
  );
  const names = coverage.operations.flatMap(({ operation, proposed }) =>
    proposed && warned.has(operation) ? [operation] : [],
  );
  if (names.length === 0) return [];
  return [`  Only proposed, so that violations of them only warn: ${names.join(', ')}.`];
}

function warning(causes: ReturnType<typeof causesByCheck>[number], paint: Paint): string[] {
  const omitted = unlisted(causes.flatMap(({ results }) => results));
  return [
    ...causes.flatMap(({ results, violation }) => {
      const { message, expected, actual, curl } = violation;
      return [
        `  ${results[0].id} ${paint.dim(`in ${operationsOf(results, Number.POSITIVE_INFINITY)}`)}`,
        `    ${message}${extentOf(violation)} Expected ${truncate(expected)}; got ${truncate(actual)}.`,
        ...sqlLines(violation, '    '),
        ...(curl === null ? [] : [`    reproduce ${commandWithin(maxCommandLength, curl)}`]),
      ];
    }),
    ...(omitted === null ? [] : [`    ${omitted}`]),
  ];
}

function waived({ results: all }: Report, style: FailureStyle): string[] {
  const { paint, verbose } = style;
  const causes = causesOf(all, 'waived');
  if (causes.length === 0) return [];
  const lines = causes.map(
    ({ results, violation: { message, waiver } }) =>
      `  ${results[0].id} in ${operationsOf(results, verbose ? Number.POSITIVE_INFINITY : 1)}: ${verbose ? `${message} ` : ''}Until ${waiver?.expires}: ${waiver?.reason}`,
  );
  return [
    [
      `${paint.yellow('~ WAIVED')} ${paint.dim('(known failures that are accepted for now)')}`,
      ...limited(lines, style, 'waived failure'),
    ].join('\n'),
  ];
}

/** Counts the verdicts that findings block. Warnings and waived failures are named: they need not be listed above. */
function blockedByFindings({ results }: Report): string[] {
  const failed = new Set(results.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const blocked = results.filter(isBlockedByFinding);
  const byOthers = blocked.filter(({ blocked_by }) => !failed.has(blocked_by ?? ''));
  const byFailures = blocked.length - byOthers.length;
  const [first, ...others] = new Set(byOthers.map(({ blocked_by }) => blocked_by));
  const more = others.length > 0 ? ` and ${count(others.length, 'more check')}` : '';
  return [
    ...(byFailures > 0 ? [`${count(byFailures, 'verdict')}: not tested because of failures above`] : []),
    ...(first
      ? [
          `${count(byOthers.length, 'verdict')}: not tested because of warnings or waived failures of ${first}${more}`,
        ]
      : []),
  ];
}

/** Lists the blocked checks by reason. Those that are blocked by a finding are only counted. */
function blockedVerdicts(report: Report, style: FailureStyle): string[] {
  const { paint, verbose } = style;
  const byFindings = blockedByFindings(report);
  const groups = byReason(report.results.filter(lacksPrecondition));
  if (groups.length + byFindings.length === 0) return [];
  const missing = missingFixtures(report);
  const command = blockingCommand(groups.flat(), maxCommandLength);
  const heading = paint.yellow('? BLOCKED');
  if (groups.length === 0) return [`${heading} ${byFindings.join('\n  ')}`];
  const lines = groups.map(
    (group) =>
      `  ${count(group.length, 'verdict')}: ${group[0].message}, in ${operationsOf(group, verbose ? Number.POSITIVE_INFINITY : 2)}`,
  );
  return [
    [
      `${heading} ${paint.dim('(these checks apply, but could not be tested)')}`,
      ...limited(lines, style, 'reason'),
      ...(command === null ? [] : [`  reproduce ${command}`]),
      ...byFindings.map((line) => `  ${line}`),
      ...(missing === null
        ? []
        : [`  Template for --fixtures; replace the values with ones from your server: ${missing}`]),
    ].join('\n'),
  ];
}

function conclusion(report: Report, paint: Paint, { verbose, files = [] }: PrettyOptions): string {
  const { word, reason } = verdictOf(report);
  const colour = { CONFORMS: paint.green, VIOLATES: paint.red, INCOMPLETE: paint.yellow }[word];
  const text = `${word}${word === 'VIOLATES' ? ' the contract' : ''}: ${reason}.`;
  // Commands are printed for failures, requests without a response, and if verbose for warnings.
  const shown = report.results.filter(
    (result) =>
      result.status === 'failed' ||
      (result.status === 'warned' && verbose) ||
      (lacksPrecondition(result) && result.exchange),
  );
  const variables = variablesOf(shown).map(({ name, key }) => `${name} (your ${key} key)`);
  const shape = shapeLine(report, verbose ? Number.POSITIVE_INFINITY : 1);
  const isShort = !verbose && report.results.some(({ status }) => !/^(passed|not_applicable)$/.test(status));
  return [
    ...(shown.length > 0 ? [paint.dim(bases)] : []),
    ...(variables.length > 0
      ? [paint.dim(`To reproduce a request, set ${variables.join(' and ')} first.`)]
      : []),
    ...(isShort ? [fullReport(files)] : []),
    countsOf(report),
    paint.dim(`Coverage: ${coverageLine(report)}`),
    ...(shape === null ? [] : [paint.dim(`Shape: ${shape}`)]),
    paint.bold(colour(text)),
  ].join('\n');
}

/** Where to find what is not shown. */
function fullReport(files: readonly string[]): string {
  return files.length > 0
    ? `Full report: ${files.join(', ')}`
    : 'For the full report, add --reporter html=report.html, or --verbose to print it.';
}
