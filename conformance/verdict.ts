import type { OperationId } from '../src/generated/operations.js';
import type { Basis, Check } from './check.js';
import { isProposedOperation } from './contract.js';
import { curlOf } from './http/exchange.js';
import { CannotRun, type Fault, Finding, NotApplicable } from './outcome.js';
import type { Result, Status } from './report/report.js';
import type { Run } from './start-run.js';

/** What came of one check on one operation; any other error is a fault of the check. */
export type Outcome = 'passed' | Finding | CannotRun | NotApplicable | Error;

/** Weighs an outcome by level and basis, and writes it down without any API key. */
export function resultOf(run: Run, check: Check, operation: OperationId | null, outcome: Outcome): Result {
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
    return { ...common, basis: operationBasis, status, message: run.target.redact(message) };
  }
  const basisOf = (fault: Fault): Basis =>
    operationBasis === 'proposed' || fault.exchange?.beyond ? 'proposed' : (fault.basis ?? check.basis);
  const fails = (fault: Fault) =>
    run.profile === 'strict' || (check.level === 'MUST' && basisOf(fault) !== 'proposed');
  const told = outcome.faults.find(fails) ?? outcome.faults[0];
  const { exchange } = told;
  return {
    ...common,
    basis: basisOf(told),
    status: fails(told) ? 'failed' : 'warned',
    message: run.target.redact(told.message),
    expected: run.target.redact(told.expected),
    actual: run.target.redact(told.actual),
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
