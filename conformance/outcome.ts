import type { Basis } from './claim.js';
import type { Exchange } from './http/exchange.js';

/** What a check found wrong: what should have been, what was, and in which exchange. */
export interface Fault {
  /**
   * What is wrong, as one sentence; the target's data in it (an id, a name) stand in double quotes, so
   * that the rest of the sentence is the same in every run.
   */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows it; absent when it shows only over several. */
  readonly exchange?: Exchange | undefined;
  /** A weaker basis than the check's own, for a fault in a part that is only proposed. */
  readonly basis?: Basis | undefined;
  /** Checks that cause this: where one of them fails on the same operation, this is blocked by it. */
  readonly causes?: readonly string[] | undefined;
}

/** Thrown by a check whose claim does not hold. */
export class Finding extends Error {
  override readonly name = 'Finding';

  constructor(
    readonly faults: readonly [Fault, ...Fault[]],
    /** How many there are, with those that were not stored. */
    readonly count: number = faults.length,
  ) {
    super(faults[0].message);
  }
}

/** Thrown when a claim applies but cannot be tested; the message says what is missing. */
export class Blocked extends Error {
  override readonly name = 'Blocked';

  constructor(
    message: string,
    /** The exchange that stood in the way, where it is one. */
    readonly exchange?: Exchange,
    /** The check whose claim is what is missing: where that fails, this is blocked by it. */
    readonly requires?: string,
  ) {
    super(message);
  }
}

/** Thrown when the target has nothing that the claim is about. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** @throws {Finding} always */
export function fail(fault: Fault): never {
  throw new Finding([fault]);
}

/** Adds causes to what is found: checks that explain it where they fail. */
export function withCauses(checks: readonly string[], run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    const [first, ...rest] = error.faults.map((one) => ({
      ...one,
      causes: [...checks, ...(one.causes ?? [])],
    }));
    throw first ? new Finding([first, ...rest], error.count) : error;
  }
}

/**
 * Tries every case, so that one verdict tells all that is wrong and not only the first.
 *
 * @throws {Finding} with the faults of all cases
 * @throws {Blocked} when no case is wrong but one could not be tried
 * @throws {NotApplicable} when every case is without its subject, or there is none
 */
export async function eachCase<T>(cases: Iterable<T>, run: (one: T) => void | Promise<void>): Promise<void> {
  const faults: Fault[] = [];
  let blocked: Blocked | undefined;
  let notApplicable: NotApplicable | undefined;
  let tried = 0;
  for (const one of cases) {
    try {
      await run(one);
      tried += 1;
    } catch (error) {
      if (error instanceof Finding) faults.push(...error.faults);
      else if (error instanceof Blocked) blocked ??= error;
      else if (error instanceof NotApplicable) notApplicable ??= error;
      else throw error;
    }
  }
  const [first, ...rest] = faults;
  if (first) throw new Finding([first, ...rest]);
  if (blocked) throw blocked;
  if (tried === 0) throw notApplicable ?? new NotApplicable('the target has nothing that it is about');
}

/** Whatever was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
