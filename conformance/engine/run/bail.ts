import { CannotStart } from '../cannot-start.js';
import { Finding } from '../judge/outcome.js';
import { resultsOf } from '../judge/results-of.js';
import { type JudgingPolicy, resultOf, type Verdict } from '../judge/verdict.js';

/** Decides whether a run stops early, because enough checks have failed. */
export class Bail {
  #isReached = false;

  /**
   * @param limit the number of failed checks; without one, the run never stops early
   * @throws {CannotStart} if the limit is not a positive integer
   */
  constructor(
    readonly limit: number | undefined,
    readonly policy: JudgingPolicy,
  ) {
    if (limit === undefined || (Number.isInteger(limit) && limit > 0)) return;
    throw new CannotStart(`bail is ${limit}, but must be a positive integer.`);
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** Whether a verdict is a failure, unless another one causes it. */
  mayCount(verdict: Verdict): boolean {
    const { outcome } = verdict;
    if (this.limit === undefined || !(outcome instanceof Finding)) return false;
    return resultOf(this.policy, verdict, outcome).status === 'failed';
  }

  /** @param verdictsOf returns all verdicts that have been reached so far, which causes are searched in */
  async examine(verdictsOf: () => Promise<readonly Verdict[]>): Promise<void> {
    if (this.limit === undefined || this.#isReached) return;
    const failed = resultsOf(await verdictsOf(), this.policy).filter(({ status }) => status === 'failed');
    this.#isReached = new Set(failed.map(({ id }) => id)).size >= this.limit;
  }
}
