import type { Operation } from '../src/generated/operations.js';
import type { Check } from './check.js';
import { isWrite } from './contract.js';
import { Blocked, NotApplicable } from './outcome.js';
import type { Run } from './start-run.js';

/** @returns why a check is not run for an operation at all. */
export function skipReason(
  check: Check,
  operation: Operation | null,
  run: Run,
): Blocked | NotApplicable | undefined {
  if (run.target.signal.aborted) return new Blocked('the run was stopped');
  if (check.kind === 'probe' && (check.writes || (operation && isWrite(operation)))) {
    const reason = writesSkipped(run);
    if (reason) return reason;
  }
  if (check.kind === 'probe' && check.exhaustsRateLimit) {
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
export function writesSkipped(run: Run): Blocked | NotApplicable | undefined {
  if (run.profile === 'read-only') return new NotApplicable('left out by --profile read-only');
  if (!run.target.isLoopback && !run.options.allowWrites) {
    return new Blocked(
      'it writes, and the target is not on this machine: allow it with --allow-writes, or leave writes out with --profile read-only',
    );
  }
  return undefined;
}
