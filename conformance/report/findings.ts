import { groupBy } from '../../src/group-by.js';
import { count } from '../count.js';
import { type Fixtures, giveFixture } from '../fixtures.js';
import { keyVariables } from '../http/exchange.js';
import { exitCodeOf, type Report } from '../report.js';
import type { Result, Status } from '../result.js';

/** Results that belong together; the first speaks for all. */
export type Group = readonly [Result, ...Result[]];

/** The results of one status, by check. */
export function byCheck(report: Report, status: Status): Group[] {
  return [
    ...groupBy(
      report.results.filter((result) => result.status === status),
      ({ id }) => id,
    ).values(),
  ];
}

/** Results of one check by what is wrong, which several operations may share. */
export function bySameFault(results: readonly Result[]): Group[] {
  return [
    ...groupBy(results, ({ fingerprint, message, waiver }) =>
      JSON.stringify([fingerprint ?? message, waiver]),
    ).values(),
  ];
}

/** Where the exchange of a finding is from that several operations share; null where that is plain. */
export function shownFrom([first, ...others]: Group): string | null {
  return others.length > 0 && first.exchange !== null ? subjectName(first.operation) : null;
}

/** Results by their message: why nothing can be said. */
export function byReason(report: Report, status: Status): Group[] {
  return [
    ...groupBy(
      report.results.filter((result) => result.status === status),
      ({ message }) => message ?? '',
    ).values(),
  ];
}

/** What a verdict is about. */
export function subjectName(operation: Result['operation']): string {
  return operation ?? 'the API as a whole';
}

/** The operations of some results, each once; after so many the rest is only counted. */
export function operationsOf(results: readonly Result[], named = 6): string {
  const names = [...new Set(results.map(({ operation }) => subjectName(operation)))];
  const shown = names.slice(0, named).join(', ');
  return names.length > named ? `${shown} and ${names.length - named} more` : shown;
}

/** Every status with its words, in the order in which they are told. */
export const statusWords: readonly (readonly [Status, string])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['warned', 'warned'],
  ['waived', 'waived'],
  ['blocked', 'could not run'],
  ['errored', 'errored'],
  ['not_applicable', 'not applicable'],
];

/** Such as `191 checks, 1640 verdicts: 1567 passed · 73 not applicable`. */
export function countsOf({ results, summary }: Report): string {
  const counts = statusWords
    .filter(([status]) => status === 'passed' || summary[status] > 0)
    .map(([status, words]) => `${summary[status]} ${words}`)
    .join(' · ');
  const checks = new Set(results.map(({ id }) => id)).size;
  return `${count(checks, 'check')}, ${count(results.length, 'verdict')}: ${counts}`;
}

/** The verdict on the whole run: a word, and what it rests on. */
export function verdictOf(report: Report): { word: 'CONFORMS' | 'VIOLATES' | 'INCOMPLETE'; reason: string } {
  const failed = byCheck(report, 'failed').length;
  const stale = report.stale_waivers.length;
  const staleWords =
    stale > 0 ? `${count(stale, 'waiver')} ${stale === 1 ? 'matches' : 'match'} nothing` : '';
  switch (exitCodeOf(report)) {
    case 0: {
      const { waived } = report.summary;
      return {
        word: 'CONFORMS',
        reason: waived > 0 ? `nothing but what is waived breaks the contract` : 'nothing breaks the contract',
      };
    }
    case 1:
      if (failed === 0) return { word: 'VIOLATES', reason: `only in its waivers: ${staleWords}` };
      return {
        word: 'VIOLATES',
        reason: `${count(failed, 'check')} failed${stale > 0 ? `, and ${staleWords}` : ''}`,
      };
    case 3:
      return {
        word: 'INCOMPLETE',
        reason: 'nothing breaks the contract, but not everything could be tested',
      };
  }
}

/** How many requests a run sent. */
export function requestsOf({ requests }: Report): number {
  return Object.values(requests).reduce((sum, sent) => sum + sent, 0);
}

/** What was seen of the contract, in a line. */
export function coverageLine({ coverage: { summary } }: Report): string {
  const { operations, statuses, parameters, requirements } = summary;
  return [
    `${operations.seen} of ${operations.of} operations`,
    `${statuses.seen} of ${statuses.of} documented statuses`,
    `${parameters.of} parameters (${parameters.accepted} seen accepted, ${parameters.refused} refused)`,
    `${requirements.seen} of ${requirements.of} requirements judged`,
  ].join(' · ');
}

const fixtures = {
  audit_id: 4711,
  recommendation_id: 'rec-1001',
  tag_key: { id: 'vtk-cost-center', name: 'Cost center', version: 7 },
} satisfies Fixtures;

/** What a fixtures file would look like that names what this run missed; null when it missed nothing. */
export function missingFixtures({ results }: Report): string | null {
  const reasons = results.filter(({ status }) => status === 'blocked').map(({ message }) => message);
  const missing = Object.entries(fixtures).filter(([name]) =>
    reasons.some((reason) => reason?.includes(giveFixture(name as keyof typeof fixtures))),
  );
  return missing.length > 0 ? JSON.stringify(Object.fromEntries(missing)) : null;
}

/** The variables that the commands of some results need, and which key each stands for. */
export function variablesOf(results: readonly Result[]): { name: string; key: string }[] {
  const commands = results.flatMap(({ exchange }) => exchange?.curl ?? []);
  return (['first', 'second', 'third'] as const).flatMap((key, index) => {
    const variable = [keyVariables.caller, keyVariables.second_caller, keyVariables.spare][index] ?? '';
    return commands.some((command) => command.includes(`${variable}"`))
      ? [{ name: variable.slice(1), key }]
      : [];
  });
}

/** A command that sends a request again, or where it is: cut off in the middle it would be another one. */
export function commandWithin(longest: number, command: string): string {
  return command.length <= longest
    ? command
    : `with the command in the JSON or HTML report, which has ${command.length} characters`;
}
