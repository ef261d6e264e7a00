import type { Basis, Deviation } from '../claim.js';
import type { Exchange } from '../http/exchange.js';

/** A violation of a claim, with the expected and the actual value and the exchange. */
export interface Violation {
  /**
   * The violation as one sentence. The target's data in it (an id, a name) is in double quotes, so that
   * the rest is the same in every run.
   */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** A statement for DuckDB that computes the expected value from the bill. */
  readonly sql?: string | undefined;
  /** The exchange that shows the violation; absent if it takes several. */
  readonly exchange?: Exchange | undefined;
  /** Number of rows of the exchange, or of all requests, with this kind of violation; defaults to 1. */
  readonly rows?: number | undefined;
  /** Number of requests with this kind of violation; defaults to 1 for each exchange. */
  readonly requests?: number | undefined;
  /** A weaker basis than the check's, for a part that is only proposed. */
  readonly basis?: Basis | undefined;
  /** What the violation is instead of the deviation that the check names. */
  readonly deviation?: Deviation | undefined;
  /**
   * The exchanges with the figures that were compared. Default: the exchange, and for a probe also all that it
   * obtained. Name them if they are fewer, so that a departure elsewhere does not turn a failure into a warning.
   */
  readonly compared?: readonly Exchange[] | undefined;
  /** Whether all successes that were compared have the documented shape; set by the engine. */
  readonly isDocumented?: boolean | undefined;
  /** Further checks that explain this violation, beside those that its check depends on. */
  readonly dependsOn?: readonly string[] | undefined;
}

/** Thrown by a check if the server violates its claim. */
export class Finding extends Error {
  override readonly name = 'Finding';

  constructor(
    readonly violations: readonly [Violation, ...Violation[]],
    /** Number of violations of further kinds that were not stored. */
    readonly omitted: number = 0,
  ) {
    super(violations[0].message);
  }
}

/** Thrown if a claim applies but cannot be tested; the message describes what is missing. */
export class Blocked extends Error {
  override readonly name = 'Blocked';

  constructor(
    message: string,
    /** The exchange that prevented the test, if any. */
    readonly exchange?: Exchange,
    /** The check whose claim is the missing precondition, beside those that the check depends on. */
    readonly dependsOn?: string,
  ) {
    super(message);
  }
}

/** Thrown if the target has nothing that the claim applies to. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** @throws {Finding} always */
export function fail(violation: Violation): never {
  throw new Finding([violation]);
}

/**
 * Runs every case, so that one verdict reports the violations of all and not only the first.
 *
 * @throws {Finding} with the violations of all cases
 * @throws {Blocked} if no case has a violation but one is blocked
 * @throws {NotApplicable} if no case applies, or there are none
 */
export async function eachCase<T>(cases: Iterable<T>, run: (one: T) => void | Promise<void>): Promise<void> {
  const violations: Violation[] = [];
  let blocked: Blocked | undefined;
  let notApplicable: NotApplicable | undefined;
  let completed = 0;
  for (const one of cases) {
    try {
      await run(one);
      completed += 1;
    } catch (error) {
      if (error instanceof Finding) violations.push(...error.violations);
      else if (error instanceof Blocked) blocked ??= error;
      else if (error instanceof NotApplicable) notApplicable ??= error;
      else throw error;
    }
  }
  const [first, ...rest] = violations;
  if (first) throw new Finding([first, ...rest]);
  if (blocked) throw blocked;
  if (completed === 0)
    throw notApplicable ?? new NotApplicable('the target has nothing that the check applies to');
}

/** Wraps a thrown value that is not an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
