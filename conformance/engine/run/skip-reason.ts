import type { Check } from '../check.js';
import { Blocked, NotApplicable } from '../judge/outcome.js';
import { isWrite, type Operation } from '../operation.js';
import type { Run } from '../start-run.js';

/** @returns why a check is not run on an operation, or undefined if it is */
export function skipReason(
  check: Check,
  operation: Operation | null,
  run: Run,
): Blocked | NotApplicable | undefined {
  if (run.target.signal.aborted) return new Blocked('the run was stopped');
  if (check.kind !== 'passive' && (check.writes || (operation && isWrite(operation)))) {
    const reason = writesSkipped(run);
    if (reason) return reason;
  }
  return check.kind !== 'passive' && check.exhaustsRateLimit === true ? exhaustionSkipped(run) : undefined;
}

/** @returns why no rate limit is exhausted, or undefined if the third key's may be */
export function exhaustionSkipped({ target, options }: Run): NotApplicable | undefined {
  if (!target.isLoopback && !options.allowRateLimit) {
    return new NotApplicable(
      'skipped: it exhausts the rate limit of a server that is not on this machine (--allow-rate-limit)',
    );
  }
  if (!target.has('spare')) {
    return new NotApplicable('skipped: there is no third API key whose rate limit may be exhausted');
  }
  return undefined;
}

/** @returns why writes are skipped, or undefined if they are not */
export function writesSkipped(run: Run): Blocked | NotApplicable | undefined {
  if (run.profile === 'read-only') return new NotApplicable('skipped by --profile read-only');
  if (!run.target.isLoopback && !run.options.allowWrites) {
    return new Blocked(
      'requires writes, and the target is not on this machine: allow them with --allow-writes, or skip them with --profile read-only',
    );
  }
  return undefined;
}
