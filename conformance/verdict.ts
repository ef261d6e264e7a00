import type { Operation, OperationId } from '../src/generated/operations.js';
import { beginningOf } from './beginning-of.js';
import type { Check } from './check.js';
import type { Basis, Level } from './claim.js';
import { isProposedOperation } from './contract.js';
import { curlOf } from './curl.js';
import { fingerprintOf } from './fingerprint.js';
import type { Exchange } from './http/exchange.js';
import { asError, Blocked, type Fault, Finding, NotApplicable } from './outcome.js';
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
  readonly mostFaults: number;
  /** Drops what a report does not show. */
  slim(fault: Fault): Fault;
}

/** Most characters of a text and of a body in a report. */
const longestText = 2000;
const longestBody = 32 * 1024;

const unbounded: Storage = { mostFaults: Number.POSITIVE_INFINITY, slim: (fault) => fault };

/** The verdict of one check on one operation, or on the API as a whole if `operation` is null. */
export class Verdict {
  readonly #faults: Fault[] = [];
  #faultCount = 0;
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
    const [first, ...rest] = this.#faults;
    if (first) return new Finding([first, ...rest], this.#faultCount);
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
  judge(run: () => void): readonly Fault[] {
    this.#isJudged = true;
    try {
      run();
      return [];
    } catch (error) {
      if (error instanceof Finding) return this.#add(error.faults);
      this.#error ??= asError(error);
      return [];
    }
  }

  #add(found: readonly Fault[]): readonly Fault[] {
    const { mostFaults, slim } = this.storage;
    const faults = found.map(slim);
    this.#faultCount += faults.length;
    this.#faults.push(...faults.slice(0, Math.max(0, mostFaults - this.#faults.length)));
    return faults;
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

function found(scales: Scales, check: Check, passed: Result, { faults, count }: Finding): Result {
  const weighed = faults.map((fault) => weigh(scales, check, passed, fault));
  const shown = mostRelevant(weighed);
  const kinds = new Map(weighed.map((fault) => [fault.fingerprint, fault]));
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
  fault: Fault,
) {
  const isProposed = own === 'proposed' || fault.exchange?.beyond;
  const basis: Basis = isProposed ? 'proposed' : (fault.basis ?? check.basis);
  const beginning = (text: string) => beginningOf(text, longestText);
  const message = beginning(redact(fault.message));
  const actual = redact(fault.actual);
  const fingerprint = fingerprintOf(check.id, { message, actual });
  const match = waivers.find(check.id, operation, fingerprint);
  return {
    exchange: fault.exchange,
    message,
    expected: beginning(redact(fault.expected)),
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
function mostRelevant(faults: readonly Weighed[]): Weighed {
  const open = faults.filter(({ waived }) => !waived);
  const candidates = [open, faults].flatMap((list) => list.find(({ fails }) => fails) ?? list[0] ?? []);
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
