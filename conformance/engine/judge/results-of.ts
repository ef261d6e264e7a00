import { neverBreaks } from '../check-ids.js';
import type { OperationId } from '../operation.js';
import { Blocked, Finding, type Violation } from './outcome.js';
import { isFinding, type Result } from './result.js';
import { canFail, type JudgingPolicy, resultOf, type Verdict } from './verdict.js';

type Settled = Pick<Verdict, 'check' | 'operationId' | 'outcome'>;

/**
 * Converts verdicts to results. A finding that is caused by another finding on the same operation is
 * blocked by it, so that each cause fails once. Verdicts without an outcome have no result.
 */
export function resultsOf(verdicts: readonly Settled[], policy: JudgingPolicy): Result[] {
  const weighed = verdicts.flatMap((verdict) =>
    verdict.outcome ? [{ verdict, result: resultOf(policy, verdict, verdict.outcome) }] : [],
  );
  const causes = new Causes(weighed, policy);
  return weighed.map((one) => causes.blocked(one));
}

interface Weighed {
  readonly verdict: Settled;
  /** The result without regard to causes. */
  readonly result: Result;
}

/** Determines which results are blocked, and by which check. */
class Causes {
  readonly #findings: ReadonlyMap<string, Weighed>;
  /** Results that are blocked themselves, by the finding that also blocks what requires them. */
  readonly #blocked: ReadonlyMap<string, Weighed>;
  /** Decided results; null while a result is being decided, so that no two block each other. */
  readonly #decided = new Map<Weighed, Result | null>();

  constructor(
    all: readonly Weighed[],
    readonly policy: JudgingPolicy,
  ) {
    const findings = all.filter(({ result }) => isFinding(result));
    this.#blocked = new Map(
      all
        .filter(({ verdict }) => verdict.outcome instanceof Blocked)
        .map((one) => [nameOf(one.result.id, one.result.operation), one]),
    );
    this.#findings = new Map(findings.map((one) => [nameOf(one.result.id, one.result.operation), one]));
  }

  /** @returns the result, blocked if its cause is a finding */
  blocked(one: Weighed): Result {
    const known = this.#decided.get(one);
    if (known) return known;
    this.#decided.set(one, null);
    const result = this.#decide(one);
    this.#decided.set(one, result);
    return result;
  }

  #decide(one: Weighed): Result {
    const { verdict, result } = one;
    const { outcome, operationId } = verdict;
    if (outcome instanceof Finding) return this.#withoutCaused(one, outcome);
    if (!(outcome instanceof Blocked) || outcome.dependsOn === undefined) return result;
    const { exchange, dependsOn } = outcome;
    const operation = exchange ? exchange.operationId : operationId;
    return { ...result, blocked_by: this.#blocker(one, [dependsOn], operation) };
  }

  #withoutCaused(one: Weighed, finding: Finding): Result {
    const { verdict, result } = one;
    const { dependsOn = [] } = verdict.check;
    const blockerOf = (violation: Violation) =>
      this.#blocker(one, [...(violation.dependsOn ?? []), ...dependsOn], verdict.operationId);
    const own = finding.violations.filter((violation) => blockerOf(violation) === null);
    const [first, ...rest] = own;
    if (!first) {
      const blocker = blockerOf(finding.violations[0]);
      const blocked = new Blocked(`blocked by ${blocker}, which is the cause`);
      return { ...resultOf(this.policy, verdict, blocked), blocked_by: blocker };
    }
    return own.length === finding.violations.length
      ? result
      : resultOf(this.policy, verdict, new Finding([first, ...rest], finding.omitted));
  }

  /** @returns the first check with a finding of sufficient severity, or the check that blocks it */
  #blocker({ result }: Weighed, checks: readonly string[], operation: OperationId | null): string | null {
    for (const check of checks) {
      // A check of the whole API is the cause on every operation.
      const cause = this.#findings.get(nameOf(check, operation)) ?? this.#findings.get(nameOf(check, null));
      if (!cause) {
        const between = this.#blocked.get(nameOf(check, operation)) ?? this.#blocked.get(nameOf(check, null));
        const blocker =
          between && this.#decided.get(between) !== null ? this.blocked(between).blocked_by : null;
        if (blocker) return blocker;
        continue;
      }
      if (this.#decided.get(cause) === null) continue;
      // A warning must not hide a failure. A check that received 5xx has no failure to hide.
      if (check !== neverBreaks && this.#canFail(result) && !this.#canFail(cause.result)) continue;
      return this.blocked(cause).blocked_by ?? check;
    }
    return null;
  }

  #canFail(result: Result): boolean {
    return canFail(this.policy.profile, result);
  }
}

const nameOf = (check: string, operation: OperationId | null) => `${check} ${operation}`;
