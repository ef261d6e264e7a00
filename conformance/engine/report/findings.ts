import { groupBy } from '../../../src/group-by.js';
import { count } from '../count.js';
import { keyVariables } from '../http/exchange.js';
import type { BillReport } from '../judge/bill-report.js';
import { mostKinds } from '../judge/distinct.js';
import type { DistinctViolation, Result, Status } from '../judge/result.js';
import type { Departure } from '../judge/standards.js';
import type { OperationId } from '../operation.js';
import { exitCodeOf, judgesNothing, type Report } from '../report.js';

/** Results with a common cause, represented by the first one. */
export type Group = readonly [Result, ...Result[]];

/** Groups the results with a status by check. */
export function byCheck(report: Report, status: Status): Group[] {
  return [
    ...groupBy(
      report.results.filter((result) => result.status === status),
      ({ id }) => id,
    ).values(),
  ];
}

/** A distinct violation of a check, with the results of all operations that have it. */
export interface Cause {
  readonly results: Group;
  /** The violation of the first result, with the rows and requests of all. */
  readonly violation: DistinctViolation;
}

/** Groups the violations with a status by check and fingerprint. Several operations may share one. */
export function causesOf(results: readonly Result[], status: DistinctViolation['status']): Cause[] {
  const all = results.flatMap((result) =>
    result.violations
      .filter((violation) => violation.status === status)
      .map((violation) => ({ result, violation })),
  );
  const groups = groupBy(all, ({ result, violation: { fingerprint, waiver } }) =>
    JSON.stringify([result.id, fingerprint, waiver]),
  );
  return [...groups.values()].map((same) => {
    const [{ result, violation }, ...others] = same;
    const sumOf = (name: 'rows' | 'requests') => same.reduce((sum, one) => sum + one.violation[name], 0);
    return {
      results: [result, ...others.map((other) => other.result)],
      violation: { ...violation, rows: sumOf('rows'), requests: sumOf('requests') },
    };
  });
}

/** Groups causes by check, in the order of all reports: the checks that block most other verdicts first. */
export function causesByCheck(report: Report, status: DistinctViolation['status']): [Cause, ...Cause[]][] {
  const groups = groupBy(causesOf(report.results, status), ({ results }) => results[0].id);
  return [...groups]
    .map(([id, causes]) => ({ causes, blocked: blockedBy(report, id) }))
    .sort((a, b) => b.blocked - a.blocked)
    .map(({ causes }) => causes);
}

/** Counts the verdicts that findings of a check block. */
export function blockedBy({ results }: Report, check: string): number {
  return results.filter(({ blocked_by }) => blocked_by === check).length;
}

/** Returns an extent such as ` (12 rows in 3 requests)`; empty for one request. Figures of a bill have a statement. */
export function extentOf({
  rows,
  requests,
  sql,
}: Pick<DistinctViolation, 'rows' | 'requests' | 'sql'>): string {
  const unit = sql === undefined ? 'row' : 'figure';
  if (rows > requests) return ` (${count(rows, unit)} in ${count(requests, 'request')})`;
  return requests > 1 ? ` (${count(requests, 'request')})` : '';
}

/** Returns a note on the violations of some results that are not listed; null if all are. */
export function unlisted(results: readonly Result[]): string | null {
  const omitted = results.reduce((sum, { more_violations }) => sum + more_violations, 0);
  return omitted === 0
    ? null
    : `The first ${mostKinds} distinct violations are listed; ${count(omitted, 'other')} occurred.`;
}

/** Returns the operation of the request that represents a cause; null if only one operation has it. */
export function shownFrom({ results: [first, ...others], violation }: Cause): string | null {
  return others.length > 0 && violation.curl !== null ? subjectName(first.operation) : null;
}

/** Returns the message of a violation to show below the requirement, which it may end with. */
export function messageBelow(requirement: string, message: string): string {
  const end = `: ${requirement}`;
  return message.endsWith(end) ? `${message.slice(0, -end.length)} this.` : message;
}

/** Returns the message of a violation for a line of its own: the requirement, which it may end with, comes first. */
export function messageInLine(requirement: string, message: string): string {
  const end = ` violates: ${requirement}`;
  if (!message.endsWith(end)) return message;
  const subject = message.slice(0, -end.length);
  return subject === 'The response' ? requirement : `${requirement.replace(/\.$/, '')}: ${subject}.`;
}

/** Groups results by message, which is the reason for their status. */
export function byReason(results: readonly Result[]): Group[] {
  return [...groupBy(results, ({ message }) => message ?? '').values()];
}

/** Returns a command for the first request without a response that blocks results; null if none does. */
export function blockingCommand(results: readonly Result[], maxLength: number): string | null {
  const curl = results.find(({ exchange }) => exchange)?.exchange?.curl;
  return curl === undefined ? null : commandWithin(maxLength, curl);
}

/** Names the subject of a verdict. */
export function subjectName(operation: Result['operation']): string {
  return operation ?? 'the whole API';
}

/** Lists the distinct operations of some results; after `maxNames` the rest is counted. */
export function operationsOf(results: readonly Pick<Result, 'operation'>[], maxNames = 6): string {
  const names = [...new Set(results.map(({ operation }) => subjectName(operation)))];
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}

/** Every status with its label, in the order of the reports. */
export const statusLabels: readonly (readonly [Status, string])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['warned', 'warned'],
  ['waived', 'waived'],
  ['blocked', 'blocked'],
  ['errored', 'errored'],
  ['not_applicable', 'not applicable'],
];

/** Returns a line such as `191 checks, 1640 verdicts: 1567 passed · 73 not applicable`. */
export function countsOf({ results, summary }: Report): string {
  const counts = statusLabels
    .filter(([status]) => status === 'passed' || summary[status] > 0)
    .map(([status, label]) => `${summary[status]} ${label}`)
    .join(' · ');
  const checks = new Set(results.map(({ id }) => id)).size;
  return `${count(checks, 'check')}, ${count(results.length, 'verdict')}: ${counts}`;
}

/** Returns the verdict on the run, and the reason for it. */
export function verdictOf(report: Report): { word: 'CONFORMS' | 'VIOLATES' | 'INCOMPLETE'; reason: string } {
  const failed = byCheck(report, 'failed').length;
  const stale = report.stale_waivers.length;
  const differing = report.bill !== null && report.bill.differing > 0 ? differingCount(report.bill) : null;
  const staleCount = stale > 0 ? count(stale, 'stale waiver') : '';
  switch (exitCodeOf(report)) {
    case 0: {
      const { waived } = report.summary;
      const found = waived > 0 ? 'no violations found except waived ones' : 'no violations found';
      const but = [lacksAll(report) ? 'no operation is implemented' : '', differing ?? ''].filter(Boolean);
      return { word: 'CONFORMS', reason: [found, ...but].join(', but ') };
    }
    case 1:
      if (failed === 0) return { word: 'VIOLATES', reason: `${staleCount}, but no failed check` };
      return {
        word: 'VIOLATES',
        reason: [`${count(failed, 'check')} failed`, staleCount, differing ?? '']
          .filter((part) => part !== '')
          .join(', and '),
      };
    case 3:
      return {
        word: 'INCOMPLETE',
        reason: judgesNothing(report)
          ? 'no selected check applies'
          : 'no violations found, but some checks were blocked',
      };
  }
}

/** Whether a server has no operation of those that were examined. */
const lacksAll = ({ progress }: Report) =>
  progress !== null &&
  progress.missing.length > 0 &&
  progress.implemented.length + progress.unknown.length === 0;

/** Returns a clause such as `5 figures differ from the bill`. */
function differingCount({ differing }: BillReport): string {
  return `${count(differing, 'figure')} ${differing === 1 ? 'differs' : 'differ'} from the bill`;
}

/** Returns the number of requests that a run sent. */
export function requestsOf({ requests }: Report): number {
  return Object.values(requests).reduce((sum, sent) => sum + sent, 0);
}

/** Returns how many operations are implemented, and at most `maxNames` of the others; null if all are. */
export function progressLine(
  { progress, coverage }: Report,
  maxNames = Number.POSITIVE_INFINITY,
): string | null {
  if (progress === null || progress.missing.length === 0) return null;
  const { implemented, missing, unknown } = progress;
  const examined = implemented.length + missing.length + unknown.length;
  const shown = missing.length > maxNames ? [] : missing;
  const proposed = new Set(coverage.operations.flatMap((one) => (one.proposed ? one.operation : [])));
  const nameOf = (id: OperationId) => (proposed.has(id) ? `${id} (only proposed)` : id);
  return [
    `${implemented.length} of ${examined} operations are implemented.`,
    ...(shown.length > 0 ? [`Not implemented: ${shown.map(nameOf).join(', ')}.`] : []),
  ].join(' ');
}

/** Returns level and basis of a result, and why it fails although it is only recommended or proposed. */
export function bindingOf({
  level,
  basis,
  is_contradiction,
}: Pick<Result, 'level' | 'basis' | 'is_contradiction'>): string {
  return `${level}, ${basis}${is_contradiction ? ', contradiction in the documented shape' : ''}`;
}

/**
 * Returns how many operations return the documented shape, and the first field that departs of at most `maxNames`
 * others; null if all do.
 */
export function shapeLine({ coverage }: Report, maxNames = 2): string | null {
  const seen = coverage.operations.flatMap(({ operation, shape }) =>
    shape ? [{ operation, ...shape }] : [],
  );
  const others = seen.flatMap(({ operation, departure }) =>
    departure ? [`${operation}: ${departureText(departure)}`] : [],
  );
  if (others.length === 0) return null;
  const shown = others.slice(0, maxNames).join('; ');
  const more = others.length > maxNames ? `; and ${others.length - maxNames} more` : '';
  return `${seen.length - others.length} of ${seen.length} operations return the documented shape. Contradictory figures of the others are only warnings (${shown}${more}).`;
}

/** Describes how a response departs from the documented shape: `data.items[].id is nothing, not a value`. */
export function departureText({ field, expected, actual }: Departure): string {
  return actual === 'nothing' ? `${field} is missing` : `${field} is ${actual}, not ${expected}`;
}

/** Summarizes the coverage of the contract in a line. */
export function coverageLine({ coverage: { summary } }: Report): string {
  const { operations, statuses, parameters, requirements } = summary;
  return [
    `${operations.seen} of ${operations.of} operations`,
    `${statuses.seen} of ${statuses.of} documented statuses`,
    `parameters: ${parameters.accepted} of ${parameters.of} accepted, ${parameters.refused} rejected if invalid`,
    `${requirements.seen} of ${requirements.of} requirements`,
  ].join(' · ');
}

/** Returns a template of a fixtures file with the ids that this run needed; null if it needed none. */
export function missingFixtures({ fixtures_template: template }: Report): string | null {
  return template && JSON.stringify(template);
}

/** Returns the variables that the commands of some results need, and the key that each represents. */
export function variablesOf(results: readonly Result[]): { name: string; key: string }[] {
  const commands = results.flatMap(({ violations, exchange }) => [
    ...violations.flatMap(({ curl }) => curl ?? []),
    ...(exchange ? [exchange.curl] : []),
  ]);
  return (['first', 'second', 'third'] as const).flatMap((key, index) => {
    const variable = [keyVariables.caller, keyVariables.second_caller, keyVariables.spare][index] ?? '';
    return commands.some((command) => command.includes(`${variable}"`))
      ? [{ name: variable.slice(1), key }]
      : [];
  });
}

/** Returns a command, or where to find it if it is too long: a truncated command would be a different one. */
export function commandWithin(maxLength: number, command: string): string {
  return command.length <= maxLength
    ? command
    : `(${command.length} characters; see the JSON or HTML report)`;
}
