import { count } from '../count.js';
import { printable } from '../printable.js';
import type { Report } from '../report.js';
import { isBlockedByFinding, type Result } from '../result.js';
import {
  byReason,
  bySameFault,
  commandWithin,
  countsOf,
  type Group,
  operationsOf,
  verdictOf,
} from './findings.js';

/** GitHub shows this many annotations of a level for each step, and drops the rest silently. */
const mostOfALevel = 10;
/** GitHub cuts a message of more characters. */
const longestCommand = 2000;

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * The report as workflow commands, which GitHub Actions shows as annotations of the run: an error for each distinct
 * failure, reason for a blocked check, and stale waiver; a warning for each distinct warning; a notice with the verdict.
 */
export function githubReport(report: Report): string {
  const { word, reason } = verdictOf(report);
  const distinct = (status: Result['status']) =>
    bySameFault(report.results.filter((result) => result.status === status)).map(finding);
  const annotations: Annotation[] = [
    ...atMost('error', [
      ...distinct('failed'),
      ...distinct('errored'),
      ...byReason(
        { ...report, results: report.results.filter((one) => !isBlockedByFinding(one)) },
        'blocked',
      ).map(blocked),
      ...report.stale_waivers.map(staleWaiver),
    ]),
    ...atMost('warning', distinct('warned')),
    { level: 'notice', title: `${word}: ${reason}`, lines: [countsOf(report)] },
  ];
  return annotations.map(command).join('');
}

type Shown = Omit<Annotation, 'level'>;

function finding(group: Group): Shown {
  const [{ id, message, expected, actual, exchange }] = group;
  return {
    title: `${id}: ${message ?? ''}`,
    lines: [
      `In ${operationsOf(group)}.`,
      ...(expected === null ? [] : [`expected: ${expected}`]),
      ...(actual === null ? [] : [`actual: ${actual}`]),
      ...(exchange === null ? [] : [`repeat: ${commandWithin(longestCommand, exchange.curl)}`]),
    ],
  };
}

function blocked(group: Group): Shown {
  return {
    title: `${count(group.length, 'verdict')} blocked: ${group[0].message ?? ''}`,
    lines: [`In ${operationsOf(group)}.`],
  };
}

function staleWaiver({ check, operation, reason, where }: Report['stale_waivers'][number]): Shown {
  return {
    title: `Stale waiver of ${check}`,
    lines: [`${where ?? 'The waiver'} matches no failure of ${operation ?? 'the API'}: remove it.`, reason],
  };
}

/** The annotations of a level, of which the last counts those that GitHub would drop. */
function atMost(level: 'error' | 'warning', shown: readonly Shown[]): Annotation[] {
  const fits = shown.length <= mostOfALevel;
  const first = shown.slice(0, fits ? mostOfALevel : mostOfALevel - 1);
  const rest = {
    title: `${shown.length - first.length} more`,
    lines: ['The other reports contain all of them.'],
  };
  return [...first, ...(fits ? [] : [rest])].map((one) => ({ level, ...one }));
}

/** Text of a server can neither end the command nor begin another one. */
function command({ level, title, lines }: Annotation): string {
  const message = lines.map((line) => escapeData(printable(line))).join('%0A');
  const property = escapeData(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${message}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
