import type { OperationId } from '../src/generated/operations.js';
import { beginningOf } from './beginning-of.js';
import type { Basis, Check } from './check.js';
import { isProposedOperation } from './contract.js';
import { fingerprintOf } from './fingerprint.js';
import { curlOf } from './http/exchange.js';
import { CannotRun, type Fault, Finding, NotApplicable } from './outcome.js';
import type { Profile, Result, Status } from './report/report.js';
import type { WaiverBook } from './waivers.js';

/** What came of one check on one operation; any other error is a fault of the check. */
export type Outcome = 'passed' | Finding | CannotRun | NotApplicable | Error;

/** How outcomes are weighed and written down. */
export interface Scales {
  readonly profile: Profile;
  /** Takes API keys out of a text. */
  readonly redact: (text: string) => string;
  /** What accepts a fault for now. */
  readonly waivers?: WaiverBook;
}

/** What a report holds of one text, and of one body, which people read to the end. */
const longestText = 2000;
const longestBody = 32 * 1024;

/** Weighs an outcome by level and basis, and writes it down without any API key. */
export function resultOf(
  { profile, redact: redactWhole, waivers }: Scales,
  check: Check,
  operation: OperationId | null,
  outcome: Outcome,
): Result {
  const redact = (text: string) => beginningOf(redactWhole(text), longestText);
  const operationBasis: Basis =
    operation !== null && isProposedOperation(operation) ? 'proposed' : check.basis;
  const common = {
    id: check.id,
    level: check.level,
    operation,
    requirement: check.requirement,
    source: check.source,
    message: null,
    expected: null,
    actual: null,
    fingerprint: null,
    more_faults: 0,
    other_faults: [],
    waiver: null,
    exchange: null,
  };
  if (outcome === 'passed') return { ...common, basis: operationBasis, status: 'passed' };
  if (!(outcome instanceof Finding)) {
    const status: Status =
      outcome instanceof CannotRun
        ? 'could_not_run'
        : outcome instanceof NotApplicable
          ? 'not_applicable'
          : 'errored';
    const message =
      status === 'errored' ? `The check itself broke: ${outcome.name}: ${outcome.message}` : outcome.message;
    return { ...common, basis: operationBasis, status, message: redact(message) };
  }
  const basisOf = (fault: Fault): Basis =>
    operationBasis === 'proposed' || fault.exchange?.beyond ? 'proposed' : (fault.basis ?? check.basis);
  const fails = (fault: Fault) =>
    profile === 'strict' || (check.level === 'MUST' && basisOf(fault) !== 'proposed');
  const faults = outcome.faults.map((fault) => {
    const fingerprint = fingerprintOf(check.id, {
      message: beginningOf(fault.message, longestText),
      actual: fault.actual,
    });
    const found = waivers?.find(check.id, operation, fingerprint);
    return { ...fault, fingerprint, fails: fails(fault), found, waived: found?.expired === false };
  });
  // What is waived is told only where nothing else is left to tell.
  const open = faults.filter(({ waived }) => !waived);
  const told =
    open.find((fault) => fault.fails) ?? open[0] ?? faults.find((fault) => fault.fails) ?? faults[0];
  if (!told) throw new Error(`${check.id} found something without a fault.`);
  const kinds = new Map(faults.map((fault) => [fault.fingerprint, fault]));
  kinds.delete(told.fingerprint);
  const { exchange, found } = told;
  return {
    ...common,
    basis: basisOf(told),
    status: told.waived ? 'waived' : told.fails ? 'failed' : 'warned',
    message: redact(told.message),
    expected: redact(told.expected),
    actual: redact(told.actual),
    fingerprint: told.fingerprint,
    more_faults: faults.length - 1,
    other_faults: [...kinds.values()].map(({ fingerprint, message, expected, actual, waived }) => ({
      fingerprint,
      message: redact(message),
      expected: redact(expected),
      actual: redact(actual),
      waived,
    })),
    waiver: found
      ? { reason: found.waiver.reason, expires: found.waiver.expires, expired: found.expired }
      : null,
    exchange: exchange
      ? {
          request: exchange.request,
          response: exchange.response && {
            status: exchange.response.status,
            headers: exchange.response.headers,
            body: beginningOf(exchange.response.body, longestBody),
          },
          curl: curlOf(exchange),
        }
      : null,
  };
}
