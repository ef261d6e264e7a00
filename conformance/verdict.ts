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

/** What came of one check on one operation; any other error is one of the check itself. */
export type Outcome = 'passed' | Finding | Blocked | NotApplicable | Error;

/** How outcomes are weighed and written down. */
export interface Scales {
  readonly profile: Profile;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Takes secrets out of an exchange where more of them are known by where they are. */
  readonly shown?: (exchange: Exchange) => Exchange;
  /** What accepts a fault for now. */
  readonly waivers: WaiverBook;
}

/** What a verdict stores of the faults it is given. */
export interface Storage {
  /** Faults that are stored; the others are counted. */
  readonly mostFaults: number;
  /** Leaves out what a report does not show. */
  slim(fault: Fault): Fault;
}

/** What a report holds of one text, and of one body, which people read to the end. */
const longestText = 2000;
const longestBody = 32 * 1024;

const unbounded: Storage = { mostFaults: Number.POSITIVE_INFINITY, slim: (fault) => fault };

/** What one check says of one operation, or, with null, of the API as a whole. */
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

  /** Undefined while nothing was judged. */
  get outcome(): Outcome | undefined {
    if (this.#settled ?? this.#error) return this.#settled ?? this.#error;
    const [first, ...rest] = this.#faults;
    if (first) return new Finding([first, ...rest], this.#faultCount);
    return this.#isJudged ? 'passed' : undefined;
  }

  /** Gives the outcome as a whole, whatever was judged before. */
  settle(outcome: Outcome): void {
    this.#settled = outcome;
  }

  /**
   * Judges one exchange more.
   *
   * @param run throws a Finding when the claim does not hold
   * @returns the faults it found, as they are stored
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

/** The verdicts that checks are to give on the operations in scope, in their order. */
export function verdictsOf(checks: readonly Check[], scope?: Scope, storage?: Storage): Verdict[] {
  return checks.flatMap((check) =>
    subjectsOf(check, scope).map((operation) => new Verdict(check, operation, storage)),
  );
}

/** Weighs an outcome by level and basis, and writes it down without any API key. */
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
  const broken = `The check itself broke: ${outcome.name}: ${outcome.message}`;
  return { status: 'errored', message: message(broken) };
}

function found(scales: Scales, check: Check, passed: Result, { faults, count }: Finding): Result {
  const weighed = faults.map((fault) => weigh(scales, check, passed, fault));
  const told = mostTelling(weighed);
  const kinds = new Map(weighed.map((fault) => [fault.fingerprint, fault]));
  kinds.delete(told.fingerprint);
  const { basis, message, expected, actual, fingerprint, match } = told;
  return {
    ...passed,
    basis,
    status: told.waived ? 'waived' : told.fails ? 'failed' : 'warned',
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
    exchange: told.exchange ? shownExchange(scales, told.exchange) : null,
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

/** Whether what breaks a claim fails a server; otherwise it warns. */
export function canFail(profile: Profile, level: Level, basis: Basis): boolean {
  return profile === 'strict' || (level === 'MUST' && basis !== 'proposed');
}

/** What is waived is told only where nothing else is left to tell. */
function mostTelling(faults: readonly Weighed[]): Weighed {
  const open = faults.filter(({ waived }) => !waived);
  const told = [open, faults].flatMap((list) => list.find(({ fails }) => fails) ?? list[0] ?? []);
  return told[0] as Weighed;
}

/** Redacted before a command is made of it, in which the shell's quotes would hide a secret. */
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
