import type { OperationId } from '../../src/generated/operations.js';
import type { Basis, Level } from '../check.js';
import type { Answer, Exchange } from '../http/exchange.js';

export type Profile = 'standard' | 'strict' | 'read-only';

/**
 * `failed` breaks the contract; `warned` departs from what it proposes or recommends; `could_not_run`
 * applies but could not be tested; `errored` is a fault of this suite.
 */
export type Status = 'passed' | 'failed' | 'warned' | 'not_applicable' | 'could_not_run' | 'errored';

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
  /** Faults of the same check on the same operation beside the one told. */
  readonly more_faults: number;
  readonly exchange: {
    readonly request: Exchange['request'];
    readonly response: Pick<Answer, 'status' | 'headers' | 'body'> | null;
    readonly curl: string;
  } | null;
}

export interface Report {
  readonly target: string;
  readonly contract_version: string;
  readonly suite_version: string;
  readonly profile: Profile;
  readonly started_at: string;
  readonly duration_ms: number;
  /** Requests sent with each API key, and without one. */
  readonly requests: { caller: number; stranger: number; spare: number; nobody: number };
  /** What a reader should know of the run beside its verdicts. */
  readonly notes: readonly string[];
  readonly summary: Readonly<Record<Status, number>>;
  readonly results: readonly Result[];
}

export function summaryOf(results: readonly Result[]): Record<Status, number> {
  const summary: Record<Status, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    not_applicable: 0,
    could_not_run: 0,
    errored: 0,
  };
  for (const { status } of results) summary[status] += 1;
  return summary;
}

/** @returns 0 conforms, 1 violates, 3 incomplete */
export function exitCodeOf({ summary }: Report): 0 | 1 | 3 {
  if (summary.failed > 0) return 1;
  return summary.could_not_run + summary.errored > 0 ? 3 : 0;
}
