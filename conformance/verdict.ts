import type { Operation, OperationId } from '../src/generated/operations.js';
import { beginningOf } from './beginning-of.js';
import type { Check } from './check.js';
import type { Basis, Level } from './claim.js';
import { isProposedOperation } from './contract.js';
import { curlOf } from './curl.js';
import { fingerprintOf } from './fingerprint.js';
import type { Exchange } from './http/exchange.js';
import { asError, Blocked, Finding, NotApplicable, type Violation } from './outcome.js';
import { redactAll } from './redact-shown.js';
import type { Profile, Result } from './result.js';
import type { Scope } from './scope.js';
import { subjectsOf } from './subjects.js';
import type { WaiverBook } from './waiver-book.js';

/** The outcome of one check on one operation; any other error is a defect of the check. */
export type Outcome = 'passed' | Finding | Blocked | NotApplicable | Error;

/** How outcomes become results. */
export interface Scales {
  readonly profile: Profile;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  /** Removes secrets from an exchange, including those that only their location identifies. */
  readonly shown?: (exchange: Exchange) => Exchange;
  /** The accepted violations. */
  readonly waivers: WaiverBook;
}

/** What a verdict stores of its violations. */
export interface Storage {
  /** Most violations that are stored; further ones are only counted. */
  readonly mostViolations: number;
  /** Drops what a report does not show. */
  slim(violation: Violation): Violation;
}

/** Most characters of a text and of a body in a report. */
const longestText = 2000;
const longestBody = 32 * 1024;

const unbounded: Storage = { mostViolations: Number.POSITIVE_INFINITY, slim: (violation) => violation };

/** The verdict of one check on one operation, or on the API as a whole if `operation` is null. */
export class Verdict {
  readonly #violations: Violation[] = [];
  #violationCount = 0;
  #isJudged = false;
  #error: Error | undefined;
  #settled: Outcome | undefined;

  constructor(
    readonly check: Check,
    readonly operation: Operation | null,
    readonly storage: Storage = unbounded,
  ) {}

  get operationId(): OperationId | null {
    return this.operation?.operationId ?? null;
  }

  /** Undefined if no exchange has been judged. */
  get outcome(): Outcome | undefined {
    if (this.#settled ?? this.#error) return this.#settled ?? this.#error;
    const [first, ...rest] = this.#violations;
    if (first) return new Finding([first, ...rest], this.#violationCount);
    return this.#isJudged ? 'passed' : undefined;
  }

  /** Sets the outcome and overrides all judged exchanges. */
  settle(outcome: Outcome): void {
    this.#settled = outcome;
  }

  /**
   * Judges one more exchange.
   *
   * @param run throws a Finding if the exchange violates the claim
   * @returns the violations as they are stored
   */
  judge(run: () => void): readonly Violation[] {
    this.#isJudged = true;
    try {
      run();
      return [];
    } catch (error) {
      if (error instanceof Finding) return this.#add(error.violations);
      this.#error ??= asError(error);
      return [];
    }
  }

  #add(found: readonly Violation[]): readonly Violation[] {
    const { mostViolations, slim } = this.storage;
    const violations = found.map(slim);
    this.#violationCount += violations.length;
    this.#violations.push(...violations.slice(0, Math.max(0, mostViolations - this.#violations.length)));
    return violations;
  }
}

/** Returns an open verdict for each check and operation in scope. */
export function verdictsOf(checks: readonly Check[], scope?: Scope, storage?: Storage): Verdict[] {
  return checks.flatMap((check) =>
    subjectsOf(check, scope).map((operation) => new Verdict(check, operation, storage)),
  );
}

/** Converts an outcome to a result by level and basis, with secrets redacted. */
export function resultOf(
  scales: Scales,
  { check, operationId }: Pick<Verdict, 'check' | 'operationId'>,
  outcome: Outcome,
): Result {
  const basis = operationId !== null && isProposedOperation(operationId) ? 'proposed' : check.basis;
  const passed: Result = {
    id: check.id,
    level: check.level,
    basis,
    status: 'passed',
    operation: operationId,
    requirement: check.requirement,
    source: check.source,
    message: null,
    expected: null,
    actual: null,
    fingerprint: null,
    more_violations: 0,
    other_violations: [],
    blocked_by: null,
    waiver: null,
    exchange: null,
  };
  if (outcome === 'passed') return passed;
  if (outcome instanceof Finding) return found(scales, check, passed, outcome);
  return { ...passed, ...undecided(outcome, scales.redact) };
}

function undecided(outcome: Error, redact: Scales['redact']): Pick<Result, 'status' | 'message'> {
  const message = (text: string) => beginningOf(redact(text), longestText);
  if (outcome instanceof Blocked) return { status: 'blocked', message: message(outcome.message) };
  if (outcome instanceof NotApplicable)
    return { status: 'not_applicable', message: message(outcome.message) };
  const thrown = `The check threw an error: ${outcome.name}: ${outcome.message}`;
  return { status: 'errored', message: message(thrown) };
}

function found(scales: Scales, check: Check, passed: Result, { violations, count }: Finding): Result {
  const weighed = violations.map((violation) => weigh(scales, check, passed, violation));
  const shown = mostRelevant(weighed);
  const kinds = new Map(weighed.map((violation) => [violation.fingerprint, violation]));
  kinds.delete(shown.fingerprint);
  const { basis, message, expected, actual, fingerprint, match } = shown;
  return {
    ...passed,
    basis,
    status: shown.waived ? 'waived' : shown.fails ? 'failed' : 'warned',
    message,
    expected,
    actual,
    fingerprint,
    more_violations: count - 1,
    other_violations: [...kinds.values()].map((other) => ({
      fingerprint: other.fingerprint,
      message: other.message,
      expected: other.expected,
      actual: other.actual,
      waived: other.waived,
    })),
    waiver: match
      ? { reason: scales.redact(match.waiver.reason), expires: match.waiver.expires, expired: match.expired }
      : null,
    exchange: shown.exchange ? shownExchange(scales, shown.exchange) : null,
  };
}

type Weighed = ReturnType<typeof weigh>;

function weigh(
  { profile, redact, waivers }: Scales,
  check: Check,
  { basis: own, operation }: Result,
  violation: Violation,
) {
  const isProposed = own === 'proposed' || violation.exchange?.beyond;
  const basis: Basis = isProposed ? 'proposed' : (violation.basis ?? check.basis);
  const beginning = (text: string) => beginningOf(text, longestText);
  const message = beginning(redact(violation.message));
  const actual = redact(violation.actual);
  const fingerprint = fingerprintOf(check.id, { message, actual });
  const match = waivers.find(check.id, operation, fingerprint);
  return {
    exchange: violation.exchange,
    message,
    expected: beginning(redact(violation.expected)),
    actual: beginning(actual),
    fingerprint,
    basis,
    fails: canFail(profile, check.level, basis),
    match,
    waived: match?.expired === false,
  };
}

/** @returns whether a violation is a failure; otherwise it is a warning */
export function canFail(profile: Profile, level: Level, basis: Basis): boolean {
  return profile === 'strict' || (level === 'MUST' && basis !== 'proposed');
}

/** Prefers open violations to waived ones, and failures to warnings. */
function mostRelevant(violations: readonly Weighed[]): Weighed {
  const open = violations.filter(({ waived }) => !waived);
  const candidates = [open, violations].flatMap((list) => list.find(({ fails }) => fails) ?? list[0] ?? []);
  return candidates[0] as Weighed;
}

/** Redacts before building the curl command, whose shell quotes could hide a secret. */
function shownExchange({ redact, shown }: Scales, exchange: Exchange): Result['exchange'] {
  const clean = shown ? shown(exchange) : redactExchange(exchange, redact);
  const { request, response } = clean;
  return {
    request: { ...request, body: request.body === null ? null : beginningOf(request.body, longestBody) },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: beginningOf(response.body, longestBody),
    },
    curl: curlOf(clean),
  };
}

function redactExchange(exchange: Exchange, redact: Scales['redact']): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: redactAll(request, redact),
    response: response && {
      ...response,
      headers: redactAll(response.headers, redact),
      body: redact(response.body),
    },
  };
}
