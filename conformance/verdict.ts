import type { OperationId } from '../src/generated/operations.js';
import type { Basis, Check } from './check.js';
import { isProposedOperation } from './contract.js';
import { curlOf } from './http/exchange.js';
import { CannotRun, type Fault, Finding, NotApplicable } from './outcome.js';
import type { Profile, Result, Status } from './report/report.js';

/** What came of one check on one operation; any other error is a fault of the check. */
export type Outcome = 'passed' | Finding | CannotRun | NotApplicable | Error;

/** How outcomes are weighed and written down. */
export interface Scales {
  readonly profile: Profile;
  /** Takes API keys out of a text. */
  readonly redact: (text: string) => string;
}

/** Weighs an outcome by level and basis, and writes it down without any API key. */
export function resultOf(
  { profile, redact }: Scales,
  check: Check,
  operation: OperationId | null,
  outcome: Outcome,
): Result {
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
    more_faults: 0,
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
  const told = outcome.faults.find(fails) ?? outcome.faults[0];
  const { exchange } = told;
  return {
    ...common,
    basis: basisOf(told),
    status: fails(told) ? 'failed' : 'warned',
    message: redact(told.message),
    expected: redact(told.expected),
    actual: redact(told.actual),
    more_faults: outcome.faults.length - 1,
    exchange: exchange
      ? {
          request: exchange.request,
          response: exchange.response && {
            status: exchange.response.status,
            headers: exchange.response.headers,
            body: exchange.response.body,
          },
          curl: curlOf(exchange),
        }
      : null,
  };
}
