import type { OperationId } from '../src/generated/operations.js';
import type { Basis, Level } from './claim.js';
import type { Exchange, HttpResponse } from './http/exchange.js';

export type Profile = 'standard' | 'strict' | 'read-only';

/**
 * `failed` breaks the contract; `warned` departs from what it proposes or recommends; `waived` does
 * either, and a waiver accepts it for now; `blocked` applies but could not be tested; `errored`
 * is a fault of this suite.
 */
export type Status = 'passed' | 'failed' | 'warned' | 'waived' | 'not_applicable' | 'blocked' | 'errored';

/** The verdict of one check on one operation. */
export interface Result {
  readonly id: string;
  readonly level: Level;
  /** Weaker than the check's own where the operation, or the part at fault, is only proposed. */
  readonly basis: Basis;
  readonly status: Status;
  /** Null for a verdict on the API as a whole. */
  readonly operation: OperationId | null;
  readonly requirement: string;
  readonly source: string;
  /** What is wrong, or why nothing can be said; null when passed. */
  readonly message: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  /** Names the fault that is told in every run, for a waiver; null when there is none. */
  readonly fingerprint: string | null;
  /** Faults of the same check on the same operation beside the one told, with those like it. */
  readonly more_violations: number;
  /** Of these the ones that are of another kind, each kind once. */
  readonly other_violations: readonly OtherViolation[];
  /** The check whose finding is why this one could not run; null when it is another reason, or there is none. */
  readonly blocked_by: string | null;
  /** What accepts the fault that is told, or did so until it expired. */
  readonly waiver: {
    readonly reason: string;
    readonly expires: string;
    readonly expired: boolean;
  } | null;
  readonly exchange: {
    readonly request: Exchange['request'];
    readonly response: Pick<HttpResponse, 'status' | 'headers' | 'body'> | null;
    readonly curl: string;
  } | null;
}

/** A fault beside the one that a result tells. */
export interface OtherViolation {
  readonly fingerprint: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** True when a waiver accepts it. */
  readonly waived: boolean;
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

/** Whether something was found wrong. */
export function isFinding({ status }: Result): boolean {
  return ['failed', 'warned', 'waived'].includes(status);
}

/** Whether it could not run for no other reason than what another check found, which says what is wrong. */
export function isBlockedByFinding({ status, blocked_by }: Result): boolean {
  return status === 'blocked' && blocked_by !== null;
}

/** Whether something was said of the server. */
export function isVerdict({ status }: { readonly status: string }): boolean {
  return ['passed', 'failed', 'warned', 'waived'].includes(status);
}
