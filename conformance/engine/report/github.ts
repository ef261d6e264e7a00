import { printable } from '../../../src/text/printable.js';
import { count } from '../count.js';
import { lacksPrecondition } from '../judge/result.js';
import type { Report } from '../report.js';
import {
  blockingCommand,
  byReason,
  type Cause,
  causesByCheck,
  commandWithin,
  countsOf,
  extentOf,
  type Group,
  operationsOf,
  verdictOf,
} from './findings.js';

/** GitHub shows at most this many annotations of a level for each step, and silently drops the rest. */
const maxPerLevel = 10;
/** GitHub truncates longer messages. */
const maxCommandLength = 2000;

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Renders the report as workflow commands, which GitHub Actions shows as annotations of the run: an error for each
 * distinct failure, reason of blocked checks, and stale waiver; a warning for each distinct warning; a notice with the
 * verdict.
 */
export function githubReport(report: Report): string {
  const { word, reason } = verdictOf(report);
  const distinct = (status: 'failed' | 'warned') => causesByCheck(report, status).flat().map(finding);
  const annotations: Annotation[] = [
    ...limited('error', [
      ...distinct('failed'),
      ...byReason(report.results.filter(({ status }) => status === 'errored')).map(errored),
      ...byReason(report.results.filter(lacksPrecondition)).map(blocked),
      ...report.stale_waivers.map(staleWaiver),
    ]),
    ...limited('warning', distinct('warned')),
    { level: 'notice', title: `${word}: ${reason}`, lines: [countsOf(report)] },
  ];
  return annotations.map(command).join('');
}

type AnnotationText = Omit<Annotation, 'level'>;

function finding({ results, violation }: Cause): AnnotationText {
  const { message, expected, actual, sql, curl } = violation;
  return {
    title: `${results[0].id}: ${message}`,
    lines: [
      `In ${operationsOf(results)}${extentOf(violation)}.`,
      `expected: ${expected}`,
      `actual: ${actual}`,
      ...(sql === undefined ? [] : [`DuckDB: ${sql}`]),
      ...(curl === null ? [] : [`reproduce: ${commandWithin(maxCommandLength, curl)}`]),
    ],
  };
}

function errored(group: Group): AnnotationText {
  return { title: `${group[0].id}: ${group[0].message ?? ''}`, lines: [`In ${operationsOf(group)}.`] };
}

function blocked(group: Group): AnnotationText {
  const command = blockingCommand(group, maxCommandLength);
  return {
    title: `${count(group.length, 'verdict')} blocked: ${group[0].message ?? ''}`,
    lines: [`In ${operationsOf(group)}.`, ...(command === null ? [] : [`reproduce: ${command}`])],
  };
}

function staleWaiver({ check, operation, reason, where }: Report['stale_waivers'][number]): AnnotationText {
  return {
    title: `Stale waiver of ${check}`,
    lines: [`${where ?? 'The waiver'} matches no failure of ${operation ?? 'the API'}. Remove it.`, reason],
  };
}

/** Returns the annotations of a level. If there are too many, the last one counts those that are omitted. */
function limited(level: 'error' | 'warning', texts: readonly AnnotationText[]): Annotation[] {
  const fits = texts.length <= maxPerLevel;
  const first = texts.slice(0, fits ? maxPerLevel : maxPerLevel - 1);
  const rest = {
    title: `${texts.length - first.length} more`,
    lines: ['See the other reports for all of them.'],
  };
  return [...first, ...(fits ? [] : [rest])].map((one) => ({ level, ...one }));
}

/** Escapes data from the server, so that it can neither end the command nor start another one. */
function command({ level, title, lines }: Annotation): string {
  const message = lines.map((line) => escapeData(printable(line))).join('%0A');
  const property = escapeData(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${message}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
