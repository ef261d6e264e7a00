import { groupBy } from '../../../src/group-by.js';
import { count } from '../count.js';
import type { Report } from '../report.js';
import {
  bindingOf,
  blockedBy,
  byReason,
  type Cause,
  causesByCheck,
  causesOf,
  commandWithin,
  extentOf,
  messageBelow,
  messageInLine,
  operationsOf,
  shownFrom,
  subjectName,
  unlisted,
} from './findings.js';
import type { Paint } from './paint.js';
import { type Block, screen } from './screen.js';
import { sqlLines } from './violation-lines.js';

/** Maximum characters of data from the server. */
const maxLength = 240;
export const maxCommandLength = 4000;
/** Maximum characters of the list of similar violations. */
const maxSimilar = 3 * screen.columns;

/** Causes of one check that differ only in the field or operation that their messages begin with. */
type Family = readonly [Cause, ...Cause[]];

/** The field or operation that a message begins with. */
const subject = /^(`[^`]+`|[a-z]+[A-Z]\w*)(?= )/;

export interface FailureStyle {
  readonly paint: Paint;
  readonly verbose: boolean;
  readonly groupBy: 'check' | 'operation';
  /** To which lists of one line each are cut. */
  readonly width: number;
}

/** Returns a block for each distinct failure, those that block most other verdicts first. */
export function failureBlocks(report: Report, style: FailureStyle): Block[] {
  return style.groupBy === 'check' ? blocksByCheck(report, style) : blocksByOperation(report, style);
}

function blocksByCheck(report: Report, style: FailureStyle): Block[] {
  const { paint } = style;
  return causesByCheck(report, 'failed').flatMap((causes) => {
    const [first] = causes[0].results;
    const { id, source, requirement } = first;
    const blocked = blockedBy(report, id);
    const blocks = blocked > 0 ? `, blocks ${count(blocked, 'verdict')}` : '';
    const heading = [
      `${paint.red('✗ FAILED')} ${paint.bold(id)} ${paint.dim(`${bindingOf(first)}: ${source}${blocks}`)}`,
      `  ${requirement}`,
    ];
    const omitted = unlisted(report.results.filter((result) => result.id === id));
    const families = familiesOf(causes, style);
    return families.map((family, index) =>
      blockOf(family, heading, style, index === families.length - 1 ? omitted : null),
    );
  });
}

function blocksByOperation(report: Report, style: FailureStyle): Block[] {
  const { paint } = style;
  const operations = [...groupBy(report.results, ({ operation }) => operation)];
  // The whole API is last.
  operations.sort(([one], [other]) => Number(one === null) - Number(other === null));
  return operations.flatMap(([operation, results]) => {
    const families = familiesOf(causesOf(results, 'failed'), style);
    const route = operation === null ? '' : ` ${paint.dim(routeOf(report, operation))}`;
    const heading = [`${paint.red('✗ FAILED')} ${paint.bold(subjectName(operation))}${route}`];
    return families.map((family) => blockOf(family, heading, style, null));
  });
}

function routeOf({ coverage }: Report, id: string): string {
  const { method, path } = coverage.operations.find(({ operation }) => operation === id) ?? {};
  return `${method} ${path}`;
}

/** Returns blocks for errors of the suite. */
export function errorBlocks({ results }: Report, { paint }: FailureStyle): Block[] {
  return byReason(results.filter(({ status }) => status === 'errored')).map((group) => {
    const [{ id, requirement, message }] = group;
    return {
      heading: [`${paint.red('✗ ERRORED')} ${paint.bold(id)}`, `  ${requirement}`],
      body: [`  ${paint.bold(operationsOf(group, 4))}: ${message}`],
      subject: `${paint.red('✗')} ${id}`,
      short: message ?? '',
    };
  });
}

function familiesOf(causes: readonly Cause[], { verbose }: FailureStyle): Family[] {
  const nameOf = ({ results, violation: { message, fingerprint, waiver } }: Cause) =>
    verbose
      ? [results[0].id, fingerprint, waiver]
      : [results[0].id, message.replace(subject, '').replace(/"[^"]*"/g, ''), waiver];
  return [...groupBy(causes, (cause) => JSON.stringify(nameOf(cause))).values()];
}

function blockOf(
  family: Family,
  heading: readonly string[],
  style: FailureStyle,
  omitted: string | null,
): Block {
  const [cause] = family;
  const { paint } = style;
  const { message, expected, actual, curl, waiver, fingerprint } = cause.violation;
  const isBelow = style.groupBy === 'check';
  const shown = isBelow ? messageBelow(cause.results[0].requirement, message) : message;
  const waive = style.verbose ? paint.dim(` · waive as ${fingerprint}`) : '';
  const name = isBelow ? operationsWith(cause, style) : cause.results[0].id;
  const similar = similarTo(family);
  return {
    heading,
    body: [
      `  ${paint.bold(name)}: ${shown}${extentOf(cause.violation)}${waive}`,
      `    expected  ${paint.green(truncate(expected))}`,
      `    actual    ${paint.red(truncate(actual))}`,
      ...sqlLines(cause.violation, '    '),
      ...(curl === null ? [] : [`    reproduce ${commandWithin(maxCommandLength, curl)}`]),
      ...(waiver === null ? [] : [`    waiver    expired on ${waiver.expires}: ${waiver.reason}`]),
      ...(similar === '' ? [] : [`    also      ${similar}`]),
      ...(omitted === null ? [] : [`  ${omitted}`]),
    ],
    subject: `${paint.red('✗')} ${subjectOf(cause, style)}`,
    short: `${messageInLine(cause.results[0].requirement, message)}${extentOf(cause.violation)}${similar === '' ? '' : ` also ${similar}`}`,
  };
}

function subjectOf({ results: [{ id, operation }] }: Cause, { groupBy: by }: FailureStyle): string {
  return by === 'check' ? id : `${subjectName(operation)}: ${id}`;
}

/** Lists the other fields or operations of a family, by operation. */
function similarTo([, ...others]: Family): string {
  const byOperations = groupBy(others, ({ results }) => operationsOf(results, 2));
  const parts = [...byOperations].map(([operations, causes]) => {
    const names = causes.map(({ violation }) => {
      const name = subject.exec(violation.message)?.[0] ?? violation.message;
      return `${name}${extentOf(violation)}`;
    });
    return `${operations === subjectName(null) ? '' : `${operations}: `}${names.join(', ')}`;
  });
  const text = parts.join('; ');
  return text.length <= maxSimilar ? text : `${text.slice(0, text.lastIndexOf(', ', maxSimilar))}, …`;
}

/** Lists the operations of a cause, and marks the one whose request is shown. */
function operationsWith(cause: Cause, { verbose }: FailureStyle): string {
  const from = shownFrom(cause);
  const names = operationsOf(cause.results, verbose ? Number.POSITIVE_INFINITY : 4);
  return from === null ? names : names.replace(from, `${from} (shown)`);
}

export function truncate(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
