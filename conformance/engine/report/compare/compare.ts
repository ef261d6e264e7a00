import { groupBy } from '../../../../src/group-by.js';
import { isVerdict, type Result, type Status } from '../../judge/result.js';
import type { Report } from '../../report.js';
import { notesOn } from './notes.js';

/** The state of a verdict in a report: its status, or why the report does not have it. */
type State = Status | 'missing' | 'not_run';

/** A verdict whose state differs between two reports. */
export interface Change {
  readonly check: string;
  readonly operation: Result['operation'];
  readonly from: State;
  readonly to: State;
  /** Why a report lacks the verdict, if it says why. */
  readonly reason: string | null;
}

/** What differs between an older and a newer report. The results have only the violations in question. */
export interface Comparison {
  readonly old: Report;
  readonly new: Report;
  /** What makes the reports less comparable, such as another server. */
  readonly notes: readonly string[];
  /** New failures, and verdicts that passed and are blocked now, or whose operation is missing. */
  readonly broken: { readonly failures: readonly Result[]; readonly verdicts: readonly Change[] };
  /** The opposite. Failures are from the older report. */
  readonly fixed: { readonly failures: readonly Result[]; readonly verdicts: readonly Change[] };
  readonly stillFailing: readonly Result[];
  /** Verdicts of the older report, failed or not, that the newer one neither passes nor fails for another reason. */
  readonly notJudged: readonly Change[];
  readonly checks: { readonly new: readonly string[]; readonly gone: readonly string[] };
}

/** Compares two reports by the fingerprints of their failures. */
export function compareReports(old: Report, now: Report): Comparison {
  const [before, after] = [verdictsOf(old), verdictsOf(now)];
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((key) =>
    changeOf(key, before, after),
  );
  const judgedNow = (result: Result) => isVerdict({ status: after.stateOf(result) });
  const [failedBefore, failedNow] = [failuresOf(old), failuresOf(now)];
  return {
    ...{ old, new: now, notes: notesOn(old, now) },
    broken: {
      failures: withViolations(now, (key) => failedNow.has(key) && !failedBefore.has(key)),
      verdicts: changes.filter(({ from, to }) => isAccepted(from) && isUntested(to)),
    },
    fixed: {
      failures: withViolations(old, (key) => failedBefore.has(key) && !failedNow.has(key)).filter(judgedNow),
      verdicts: changes.filter(({ from, to }) => isUntested(from) && isAccepted(to)),
    },
    stillFailing: withViolations(now, (key) => failedNow.has(key) && failedBefore.has(key)),
    notJudged: changes.filter(
      ({ from, to }) =>
        isVerdict({ status: from }) && !isVerdict({ status: to }) && !(isAccepted(from) && isUntested(to)),
    ),
    checks: { new: idsIn(now, old), gone: idsIn(old, now) },
  };
}

/** @returns 1 if something broke, else 0 */
export function exitCodeOfComparison({ broken }: Comparison): 0 | 1 {
  return broken.failures.length + broken.verdicts.length > 0 ? 1 : 0;
}

const isAccepted = (state: State) => ['passed', 'warned', 'waived'].includes(state);
const isUntested = (state: State) => ['blocked', 'errored', 'missing'].includes(state);

/** The verdicts of a report by check and operation. */
interface Verdicts extends ReadonlyMap<string, Result> {
  stateOf(verdict: Pick<Result, 'id' | 'operation'>): State;
}

const keyOf = ({ id, operation }: Pick<Result, 'id' | 'operation'>) => JSON.stringify([id, operation]);

function verdictsOf({ results, progress }: Report): Verdicts {
  const missing = new Set<string | null>(progress?.missing);
  const verdicts = new Map(results.map((result) => [keyOf(result), result]));
  return Object.assign(verdicts, {
    stateOf: (verdict: Pick<Result, 'id' | 'operation'>) =>
      verdicts.get(keyOf(verdict))?.status ?? (missing.has(verdict.operation) ? 'missing' : 'not_run'),
  });
}

function changeOf(key: string, before: Verdicts, after: Verdicts): Change {
  const [old, now] = [before.get(key), after.get(key)];
  const { id, operation } = (now ?? old) as Result;
  const [from, to] = [before.stateOf({ id, operation }), after.stateOf({ id, operation })];
  const message = isAccepted(to) ? old?.message : now?.message;
  const isMissing = from === 'missing' || to === 'missing';
  const reason = isMissing ? `${operation} is not implemented` : (message ?? null);
  return { check: id, operation, from, to, reason };
}

const violationKey = (result: Result, fingerprint: string) => `${keyOf(result)} ${fingerprint}`;

function failuresOf({ results }: Report): ReadonlySet<string> {
  return new Set(
    results.flatMap((result) =>
      result.violations
        .filter(({ status }) => status === 'failed')
        .map(({ fingerprint }) => violationKey(result, fingerprint)),
    ),
  );
}

/** Returns the results with some of their violations; omits results without any. */
function withViolations({ results }: Report, isWanted: (key: string) => boolean): Result[] {
  return results
    .map((result) => ({
      ...result,
      violations: result.violations.filter(({ fingerprint }) => isWanted(violationKey(result, fingerprint))),
    }))
    .filter(({ violations }) => violations.length > 0);
}

/** Returns the checks of a report that another does not have. */
function idsIn({ results }: Report, other: Report): string[] {
  const known = new Set(other.results.map(({ id }) => id));
  return [...groupBy(results, ({ id }) => id).keys()].filter((id) => !known.has(id)).sort();
}
