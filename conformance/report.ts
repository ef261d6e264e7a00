import type { Coverage } from './coverage.js';
import type { Profile, Result, Status } from './result.js';
import type { StaleWaiver } from './waivers.js';

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
  /** Waivers that match nothing although their check ran; they fail the run. */
  readonly stale_waivers: readonly StaleWaiver[];
  /** What of the contract was seen. */
  readonly coverage: Coverage;
}

/** @returns 0 conforms, 1 violates, 3 incomplete */
export function exitCodeOf({ summary, stale_waivers }: Report): 0 | 1 | 3 {
  if (summary.failed + stale_waivers.length > 0) return 1;
  return summary.could_not_run + summary.errored > 0 ? 3 : 0;
}
