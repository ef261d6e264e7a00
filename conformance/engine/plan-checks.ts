import type { Api } from './api.js';
import { Blocked } from './judge/outcome.js';
import type { Operation } from './operation.js';
import {
  type PlannedCheck,
  type PlannedDuration,
  type PlannedRequests,
  plannedDuration,
  plannedRequests,
} from './planned-requests.js';
import { skipReason } from './run/skip-reason.js';
import { subjectsOf } from './run/subjects.js';
import type { RunOptions } from './run-options.js';
import { type Run, startRun } from './start-run.js';

/** The requests that a run would send. */
export interface Plan {
  readonly target: string;
  readonly rows: readonly {
    readonly id: string;
    readonly operations: number;
    /** Most requests with an API key in addition to those that checks share. */
    readonly requests: number;
  }[];
  /** Most requests with each API key, if the second one has the access of the first. */
  readonly requests: PlannedRequests;
  readonly duration: PlannedDuration;
  /** Missing preconditions, with the number of verdicts that require each. */
  readonly missing: readonly { readonly reason: string; readonly verdicts: number }[];
}

/**
 * Plans a run without running checks. Reads the same lists as the start of a run.
 *
 * @throws {CannotStart} if the run cannot start
 */
export async function planChecks(api: Api, options: RunOptions): Promise<Plan> {
  const run = await startRun(api, options);
  try {
    const missing = new Map<string, number>();
    const rows = [];
    const costs: PlannedCheck[] = [];
    for (const check of run.checks) {
      const subjects = subjectsOf(check, api.operations, run.scope).filter((operation) =>
        run.isSelected(check, operation),
      );
      let runnable = 0;
      for (const operation of subjects) {
        const reason = skipReason(check, operation, run) ?? resourceMissing(operation, run);
        if (reason instanceof Blocked) missing.set(reason.message, (missing.get(reason.message) ?? 0) + 1);
        if (!reason) runnable += 1;
      }
      const requests = check.kind === 'passive' ? 0 : runnable * (check.requests ?? 1);
      rows.push({ id: check.id, operations: runnable, requests });
      costs.push({ check, operations: runnable, requests });
    }
    const requests = plannedRequests(run, costs);
    return {
      target: run.target.redact(options.target),
      rows,
      requests,
      duration: plannedDuration(requests, run.target.exchanges, options.rate),
      missing: [...missing].map(([reason, verdicts]) => ({ reason: run.target.redact(reason), verdicts })),
    };
  } finally {
    run.target.close();
    await run.bill?.close();
  }
}

function resourceMissing(operation: Operation | null, run: Run): Error | undefined {
  if (!operation) return undefined;
  try {
    run.api.requests.expectResources(operation, run.found);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
