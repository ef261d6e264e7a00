import { groupBy } from '../../../src/group-by.js';
import { beginningOf } from '../beginning-of.js';
import type { Check } from '../check.js';
import type { Basis } from '../claim.js';
import { curlOf } from '../http/curl.js';
import { type Exchange, hasResponse } from '../http/exchange.js';
import type { Operation, OperationId } from '../operation.js';
import type { Scope } from '../run/scope.js';
import { subjectsOf } from '../run/subjects.js';
import { DistinctViolations, mostKinds, occurrencesOf } from './distinct.js';
import { fingerprintOf, withoutRows } from './fingerprint.js';
import { asError, Blocked, Finding, NotApplicable, type Violation } from './outcome.js';
import type { DistinctViolation, Profile, Result } from './result.js';
import { withShape } from './shape-tally.js';
import { type Redaction, redacted, shownExchange } from './shown-exchange.js';
import type { Standards } from './standards.js';
import type { WaiverBook } from './waiver-book.js';

/** The outcome of one check on one operation; any other error is a defect of the check. */
export type Outcome = 'passed' | Finding | Blocked | NotApplicable | Error;

/** How outcomes become results. */
export interface JudgingPolicy extends Redaction {
  readonly standards: Standards;
  readonly profile: Profile;
  /** The accepted violations. */
  readonly waivers: WaiverBook;
}

/** Drops what a report does not show of a violation. */
export type TrimEvidence = (violation: Violation) => Violation;

/** Most characters of a text in a report. */
const longestText = 2000;

/** The verdict of one check on one operation, or on the API as a whole if `operation` is null. */
export class Verdict {
  readonly #violations = new DistinctViolations();
  #isJudged = false;
  #error: Error | undefined;
  #settled: Outcome | undefined;

  constructor(
    readonly check: Check,
    readonly operation: Operation | null,
    readonly departureOf: Standards['departureOf'],
    readonly trim: TrimEvidence = (violation) => violation,
  ) {}

  get operationId(): OperationId | null {
    return this.operation?.operationId ?? null;
  }

  /** Undefined if no exchange has been judged. */
  get outcome(): Outcome | undefined {
    if (this.#settled ?? this.#error) return this.#settled ?? this.#error;
    const [first, ...rest] = this.#violations.list;
    if (first) return new Finding([first, ...rest], this.#violations.omitted);
    return this.#isJudged ? 'passed' : undefined;
  }

  /**
   * Sets the outcome and overrides all judged exchanges.
   *
   * @param obtained the exchanges that the check obtained
   */
  settle(outcome: Outcome, obtained: Iterable<Exchange> = []): void {
    if (!(outcome instanceof Finding)) {
      this.#settled = outcome;
      return;
    }
    const [first, ...rest] = withShape(outcome.violations, obtained, this.departureOf);
    this.#settled = first ? new Finding([first, ...rest], outcome.omitted) : outcome;
  }

  /**
   * Judges one more exchange.
   *
   * @param exchanges the exchange, and those that it is compared with
   * @param run throws a Finding if the exchange violates the claim
   * @returns the violations as they are stored
   */
  judge(exchanges: readonly Exchange[], run: () => void): readonly Violation[] {
    this.#isJudged = true;
    try {
      run();
      return [];
    } catch (error) {
      if (error instanceof Finding)
        return this.#add(withShape(error.violations, exchanges, this.departureOf));
      this.#error ??= asError(error);
      return [];
    }
  }

  #add(found: readonly Violation[]): readonly Violation[] {
    const violations = found.map(this.trim);
    this.#violations.add(violations);
    return violations;
  }
}

/** Returns an open verdict for each check and operation in scope. */
export function verdictsOf(
  checks: readonly Check[],
  { operations, departureOf }: Standards,
  scope?: Scope,
  trim?: TrimEvidence,
): Verdict[] {
  return checks.flatMap((check) =>
    subjectsOf(check, operations, scope).map((operation) => new Verdict(check, operation, departureOf, trim)),
  );
}

/** Converts an outcome to a result by level and basis, with secrets redacted. */
export function resultOf(
  policy: JudgingPolicy,
  { check, operationId }: Pick<Verdict, 'check' | 'operationId'>,
  outcome: Outcome,
): Result {
  const { isProposed } = policy.standards;
  const basis = operationId !== null && isProposed(operationId) ? 'proposed' : check.basis;
  const passed: Result = {
    id: check.id,
    level: check.level,
    basis,
    is_contradiction: false,
    status: 'passed',
    operation: operationId,
    requirement: check.requirement,
    source: check.source,
    message: null,
    expected: null,
    actual: null,
    fingerprint: null,
    violations: [],
    more_violations: 0,
    blocked_by: null,
    waiver: null,
    exchange: null,
  };
  if (outcome === 'passed') return passed;
  if (outcome instanceof Finding) return found(policy, check, passed, outcome);
  return { ...passed, ...undecided(policy, outcome) };
}

function undecided(
  policy: JudgingPolicy,
  outcome: Error,
): Pick<Result, 'status' | 'message'> & Partial<Pick<Result, 'exchange'>> {
  const message = (text: string) => beginningOf(policy.redact(text), longestText);
  if (outcome instanceof Blocked) {
    const { exchange } = outcome;
    // A request that received no response may have crashed the server.
    const shown = exchange && !hasResponse(exchange) ? { exchange: shownExchange(policy, exchange) } : {};
    return { status: 'blocked', message: message(outcome.message), ...shown };
  }
  if (outcome instanceof NotApplicable)
    return { status: 'not_applicable', message: message(outcome.message) };
  const thrown = `The check threw an error: ${outcome.name}: ${outcome.message}`;
  return { status: 'errored', message: message(thrown) };
}

function found(
  policy: JudgingPolicy,
  check: Check,
  passed: Result,
  { violations, omitted }: Finding,
): Result {
  const classified = violations.map((violation) => classify(policy, check, passed, violation));
  const kinds = [...groupBy(classified, ({ fingerprint }) => fingerprint).values()].map(
    (same): ViolationGroup => ({ ...mostRelevant(same), ...occurrencesOf(same) }),
  );
  const shown = mostRelevant<ViolationGroup>(kinds);
  const listed = [shown, ...kinds.filter((kind) => kind !== shown)].slice(0, mostKinds);
  const { basis, is_contradiction, message, expected, actual, fingerprint, waiver, status } = shown;
  return {
    ...passed,
    ...{ basis, is_contradiction, status, message, expected, actual, fingerprint, waiver },
    ...statementOf(shown),
    violations: listed.map((kind) => distinct(policy, kind)),
    more_violations: omitted + kinds.slice(mostKinds).reduce((sum, { rows }) => sum + rows, 0),
    exchange: shown.exchange ? shownExchange(policy, shown.exchange) : null,
  };
}

interface Classified extends Violation, Pick<DistinctViolation, 'fingerprint' | 'status' | 'waiver'> {
  readonly basis: Basis;
  readonly is_contradiction: boolean;
}

/** The most relevant of the violations with one fingerprint. */
type ViolationGroup = Classified & ReturnType<typeof occurrencesOf>;

function distinct(policy: JudgingPolicy, kind: ViolationGroup): DistinctViolation {
  const { fingerprint, status, message, expected, actual, rows, requests, waiver, exchange } = kind;
  return {
    ...{ fingerprint, status, message: withoutRows(message), expected, actual, rows, requests, waiver },
    ...statementOf(kind),
    curl: exchange ? curlOf(redacted(policy, { ...exchange, response: null })) : null,
  };
}

function statementOf({ sql }: Violation): { sql?: string } {
  return sql === undefined ? {} : { sql };
}

function classify(
  { profile, redact, waivers, standards }: JudgingPolicy,
  check: Check,
  { operation }: Result,
  violation: Violation,
): Classified {
  const { basis, is_contradiction } = bindingOf(standards, check, operation, violation);
  const beginning = (text: string) => beginningOf(text, longestText);
  const message = beginning(redact(violation.message));
  const actual = redact(violation.actual);
  const fingerprint = fingerprintOf(check.id, { message, actual });
  const match = waivers.find(check.id, operation, fingerprint);
  const isWaived = match?.expired === false;
  const status = canFail(profile, { level: check.level, basis, is_contradiction }) ? 'failed' : 'warned';
  return {
    ...violation,
    message,
    expected: beginning(redact(violation.expected)),
    actual: beginning(actual),
    ...(violation.sql === undefined ? {} : { sql: redact(violation.sql) }),
    fingerprint,
    basis,
    is_contradiction,
    status: isWaived ? 'waived' : status,
    waiver: match
      ? { reason: redact(match.waiver.reason), expires: match.waiver.expires, expired: match.expired }
      : null,
  };
}

/**
 * Returns on what a violation is based. A server that returns the documented shape has adopted what is proposed:
 * `is_contradiction` is true where a violation is a failure for that reason alone.
 */
function bindingOf(
  { isProposed }: Standards,
  check: Check,
  operation: OperationId | null,
  { basis, deviation = check.deviation, exchange, isDocumented = false }: Violation,
): Pick<Result, 'basis' | 'is_contradiction'> {
  const isBeyond = exchange?.undocumented === true;
  const isElsewhere = operation !== null && isProposed(operation) && !isDocumented;
  const bound = isBeyond || isElsewhere || check.basis === 'proposed' ? 'proposed' : (basis ?? check.basis);
  const isBinding = check.level === 'MUST' && bound !== 'proposed';
  return {
    basis: bound,
    is_contradiction: deviation === 'contradiction' && isDocumented && !isBeyond && !isBinding,
  };
}

/** @returns whether a violation is a failure; otherwise it is a warning */
export function canFail(
  profile: Profile,
  { level, basis, is_contradiction }: Pick<Result, 'level' | 'basis' | 'is_contradiction'>,
): boolean {
  return profile === 'strict' || is_contradiction || (level === 'MUST' && basis !== 'proposed');
}

/** Prefers failures to warnings, and both to waived violations: of these, what would have failed blocks other failures. */
function mostRelevant<T extends Classified>(violations: readonly T[]): T {
  const withStatus = (wanted: string) => violations.find(({ status }) => status === wanted);
  const binding = () => violations.find((one) => one.is_contradiction || one.basis !== 'proposed');
  return withStatus('failed') ?? withStatus('warned') ?? binding() ?? (violations[0] as T);
}
