import type { Claim } from '../claim.js';
import type { Exchange, HttpResponse } from '../http/exchange.js';
import type { OperationId } from '../operation.js';

export type Profile = 'standard' | 'strict' | 'read-only';

/**
 * `failed` violates the contract; `warned` deviates from a proposal or recommendation; `waived` is either of
 * these, accepted by a waiver; `blocked` applies but cannot be tested; `errored` is a defect of this suite.
 */
export type Status = 'passed' | 'failed' | 'warned' | 'waived' | 'not_applicable' | 'blocked' | 'errored';

/**
 * The verdict of one check on one operation. Its basis is weaker than that of the check if the operation or the
 * violating part is only proposed.
 */
export interface Result extends Omit<Claim, 'deviation'> {
  /**
   * Whether figures of responses with the documented shape contradict each other, so that the violation is a failure
   * whatever its level and basis.
   */
  readonly is_contradiction: boolean;
  readonly status: Status;
  /** Null for a verdict on the API as a whole. */
  readonly operation: OperationId | null;
  /** The violation, or the reason for a missing verdict; null if passed. */
  readonly message: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  /** The statement for DuckDB that computes the expected value from the bill, with `--data`. */
  readonly sql?: string;
  /** Identifies the shown violation across runs, for waivers; null if there is none. */
  readonly fingerprint: string | null;
  /** The distinct violations of the check on the operation, one per fingerprint, the shown one first. */
  readonly violations: readonly DistinctViolation[];
  /** Number of violations of further kinds, which are not listed because there are too many. */
  readonly more_violations: number;
  /** The check whose finding blocks this one; null if there is none. */
  readonly blocked_by: string | null;
  /** The waiver of the shown violation, even if expired. */
  readonly waiver: AppliedWaiver | null;
  /** The exchange with the violation, or the request without a response that blocks the check; null if there is none. */
  readonly exchange: {
    readonly request: Exchange['request'];
    readonly response: Pick<HttpResponse, 'status' | 'headers' | 'body'> | null;
    readonly curl: string;
  } | null;
}

/** The waiver of a violation, even if expired. */
interface AppliedWaiver {
  readonly reason: string;
  readonly expires: string;
  readonly expired: boolean;
}

/** A kind of violation, with its first occurrence. */
export interface DistinctViolation {
  readonly fingerprint: string;
  /** Each alone may only be a warning or waived, although the result is a failure. */
  readonly status: 'failed' | 'warned' | 'waived';
  /** With `[]` in place of a row: `data.items[].id` is missing. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly sql?: string;
  /** Number of rows in all requests; equal to `requests` if it is not about rows. */
  readonly rows: number;
  readonly requests: number;
  readonly waiver: AppliedWaiver | null;
  /** A command that reproduces it; null if it takes several requests. */
  readonly curl: string | null;
}

export function summaryOf(results: readonly Result[]): Record<Status, number> {
  const summary: Record<Status, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    waived: 0,
    not_applicable: 0,
    blocked: 0,
    errored: 0,
  };
  for (const { status } of results) summary[status] += 1;
  return summary;
}

/** @returns whether a result reports a violation */
export function isFinding({ status }: Result): boolean {
  return ['failed', 'warned', 'waived'].includes(status);
}

/** @returns whether the finding of another check blocks this one */
export function isBlockedByFinding({ status, blocked_by }: Result): boolean {
  return status === 'blocked' && blocked_by !== null;
}

/** @returns whether a check is blocked although no finding explains it, which makes a run incomplete */
export function lacksPrecondition({ status, blocked_by }: Result): boolean {
  return status === 'blocked' && blocked_by === null;
}

/** @returns whether a result is a statement about the server */
export function isVerdict({ status }: { readonly status: string }): boolean {
  return ['passed', 'failed', 'warned', 'waived'].includes(status);
}
