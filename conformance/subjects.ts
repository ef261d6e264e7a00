import { type Operation, operations } from '../src/generated/operations.js';
import type { Check } from './check.js';
import { isWrite, operationOf } from './contract.js';
import { CannotRun, NotApplicable } from './outcome.js';
import type { Run } from './start-run.js';

/** The operations a check gives a verdict on; null stands for the API as a whole. */
export function subjectsOf(check: Check): readonly (Operation | null)[] {
  if (check.kind === 'exchange') {
    return check.operations ? check.operations.map(operationOf) : [...operations, null];
  }
  if (check.operations === 'api') return [null];
  if (typeof check.operations === 'function') return operations.filter(check.operations);
  return check.operations.map(operationOf);
}

/** @returns why a check is not run for an operation at all. */
export function hindrance(
  check: Check,
  operation: Operation | null,
  run: Run,
): CannotRun | NotApplicable | undefined {
  if (run.target.signal.aborted) return new CannotRun('the run was stopped');
  if (check.kind === 'probe' && (check.writes || (operation && isWrite(operation)))) {
    const reason = writing(run);
    if (reason) return reason;
  }
  if (check.kind === 'probe' && check.spendsKey) {
    if (!run.target.isLoopback && !run.options.allowRateLimit) {
      return new NotApplicable(
        'left out: it would use up the rate limit of a server that is not on this machine (--allow-rate-limit)',
      );
    }
    if (!run.target.has('spare')) {
      return new NotApplicable('left out: no third API key is given that may be spent');
    }
  }
  return undefined;
}

/** @returns why nothing may be written, if so. */
export function writing(run: Run): CannotRun | NotApplicable | undefined {
  if (run.profile === 'read-only') return new NotApplicable('left out by --profile read-only');
  if (!run.target.isLoopback && !run.options.allowWrites) {
    return new CannotRun(
      'it writes, and the target is not on this machine: allow it with --allow-writes, or leave writes out with --profile read-only',
    );
  }
  return undefined;
}
